import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../../scripts/steps";
import { hasServices } from "../../scripts/testing/litestream-and-minio";
import { GOOD, KEY } from "./certificates";

/** Debian's Dovecot with one mailbox in a folder (Maildir). It signs people in as other users, which root alone may. */

export const hasDovecot = userInfo().uid === 0 && hasServices("dovecot");

/** Debian's user and group of nobody: Dovecot reads no mail as root. */
const NOBODY = 65_534;

export const USER = "bounces@loop.example";
export const PASSWORD = "p@ss word/of the:mailbox";

export interface Dovecot {
  port: number;
  /** Puts an email into the inbox. */
  deliver(raw: string): void;
  /** The emails in a folder in the order of arrival, with their flags, such as "S" for one that was read. */
  emailsIn(folder: string): { raw: string; flags: string }[];
  close(): Promise<void>;
}

export async function startDovecot(): Promise<Dovecot> {
  // The path of a socket has 108 characters at most.
  const folder = mkdtempSync(join(tmpdir(), "dovecot-"));
  chmodSync(folder, 0o755);
  const port = await freePort(0);
  const mail = join(folder, "mail");
  for (const place of [mail, ...["tmp", "new", "cur"].map((name) => join(mail, name))]) {
    mkdirSync(place);
    chownSync(place, NOBODY, NOBODY);
  }
  writeFileSync(join(folder, "certificate.pem"), GOOD);
  writeFileSync(join(folder, "key.pem"), KEY);
  writeFileSync(join(folder, "users"), `${USER}:{PLAIN.b64}${Buffer.from(PASSWORD).toString("base64")}\n`);
  writeFileSync(join(folder, "dovecot.conf"), configuration(folder, port));
  const child = spawn("dovecot", ["-F", "-c", join(folder, "dovecot.conf")], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(child, "exit");
  const said: string[] = [];
  const lines = createInterface({ input: child.stderr });
  for await (const line of lines) {
    said.push(line);
    if (line.includes("starting up")) break;
  }
  child.stderr.resume();
  if (!said.at(-1)?.includes("starting up")) throw new Error(`Dovecot did not start: ${said.join("\n")}`);
  let delivered = 0;
  return {
    port,
    deliver(raw) {
      delivered += 1;
      const place = join(mail, "new", `${1_795_000_000 + delivered}.M1P1.test`);
      writeFileSync(place, raw.replace(/\r?\n/g, "\r\n"));
    },
    emailsIn(name) {
      const place = name === "INBOX" ? mail : join(mail, `.${name}`);
      return ["new", "cur"]
        .flatMap((part) => readdirSync(join(place, part)).map((file) => ({ file, path: join(place, part, file) })))
        .sort((one, other) => (one.file < other.file ? -1 : 1))
        .map(({ file, path }) => ({ raw: readFileSync(path, "utf8"), flags: file.split(":2,")[1] ?? "" }));
    },
    async close() {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const configuration = (folder: string, port: number) => `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = /dev/stderr
info_log_path = /dev/stderr
protocols = imap
listen = 127.0.0.1
ssl = required
auth_failure_delay = 0
ssl_cert = <${folder}/certificate.pem
ssl_key = <${folder}/key.pem
mail_location = maildir:${folder}/mail
first_valid_uid = ${NOBODY}
first_valid_gid = ${NOBODY}
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = uid=${NOBODY} gid=${NOBODY} home=${folder}/mail
}
service imap-login {
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  unix_listener stats-writer {
    mode = 0666
  }
}
`;
