import type { ImapFlow, ImapFlowOptions, SearchObject } from "imapflow";
import { createExternalClient } from "../waiting/outside-calls.server";
import type { BounceMailbox, Position } from "./contract";
import { readBounceMessage } from "./report-message.server";

/**
 * The bounce mailbox by IMAP, inside TLS alone. What a server may send is limited in bytes, and a run in messages and in
 * time: it ends after a set time, and its connection is closed where the server never stops sending.
 */

/** In a run. Each takes three round trips. */
const MOST_MESSAGES = 200;
const MOST_DELETED = 1000;
const ENOUGH_MS = 40_000;
const LONGEST_RUN_MS = 55_000;
const LONGEST_SILENCE_MS = 15_000;
/** Of a message. */
const MOST_BYTES = 128 * 1024;
/** Of what a server sends at a time: a message, or the numbers of half a million. */
const MOST_SENT = 4 * 1024 * 1024;
/** What was taken is kept for somebody who looks for the reason. */
const KEPT_DAYS = 30;

const LONGEST_MESSAGE = 300;

/** Where messages go that were taken. */
export const TAKEN_FOLDER = "Read by Loop";

export interface BounceMailboxAddress {
  host: string;
  port: number;
  user: string;
  password: string;
  folder: string;
}

export function createImapMailbox(
  { host, port, user, password, folder }: BounceMailboxAddress,
  /** `authorities` replaces those that this machine trusts. */
  {
    authorities,
    unawaitedMs = LONGEST_RUN_MS,
    mostMessages = MOST_MESSAGES,
  }: { authorities?: string; unawaitedMs?: number; mostMessages?: number } = {},
): BounceMailbox {
  const externalClient = createExternalClient({ unawaitedMs });
  const options: ImapFlowOptions = {
    ...{ host, port, secure: true, auth: { user, pass: password }, tls: { ca: authorities } },
    ...{ logger: false, disableAutoIdle: true, disableCompression: true, clientInfo: { name: "Loop" } },
    ...{ connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: LONGEST_SILENCE_MS },
    ...{
      maxLineLength: MOST_SENT,
      maxLiteralSize: MOST_SENT,
      maxResponseSize: 2 * MOST_SENT,
      maxResponseTokens: 100_000,
    },
  };

  /** Signs in and opens the folder. */
  const connected = async <Found>(kind: string, run: (client: ImapFlow, signal: AbortSignal) => Promise<Found>) => {
    try {
      return await externalClient.call(kind, async (signal) => {
        const { ImapFlow } = await import("imapflow");
        const client = new ImapFlow(options);
        // What fails is also told by the command that waits for it.
        client.on("error", () => {});
        signal.addEventListener("abort", () => client.close(), { once: true });
        try {
          await client.connect();
          await client.mailboxOpen(folder);
          return await run(client, signal);
        } finally {
          client.close();
        }
      });
    } catch (error) {
      if (error instanceof NotTaken) throw error.cause;
      return { ok: false as const, message: messageOf(error).replaceAll(password, "…").slice(0, LONGEST_MESSAGE) };
    }
  };

  return {
    read: (position, now, take) =>
      connected("read", async (client, signal) => {
        const began = performance.now();
        await client.mailboxCreate(TAKEN_FOLDER);
        const noted = positionIn(client, position);
        // "n:*" is never empty: it names the last message, also where its number is smaller.
        const found = (await uidsOf(client, { uid: `${Math.max(noted.uid, 1)}:*` })).filter((uid) => uid >= noted.uid);
        let done = 0;
        for (const uid of found.slice(0, mostMessages)) {
          if (performance.now() - began > ENOUGH_MS) break;
          const source = { maxLength: MOST_BYTES };
          const fetched = await client.fetchOne(`${uid}`, { source }, { uid: true });
          if (signal.aborted) break;
          if (fetched && fetched.source !== undefined) {
            const message = await readBounceMessage(fetched.source, now);
            if (uid > noted.uid) hand(() => take(message, { ...noted, uid }));
            if (message.isAutomatic && !(await client.messageMove(`${uid}`, TAKEN_FOLDER, { uid: true })))
              throw new Error(`A message couldn’t be moved to “${TAKEN_FOLDER}”.`);
          }
          done += 1;
        }
        await deleteOld(client, now);
        return { ok: true as const, left: found.length - done };
      }),
    check: () => connected("check", async ({ mailbox }) => ({ ok: true as const, left: mailbox ? mailbox.exists : 0 })),
  };
}

/** Where to go on; at the beginning of a mailbox that is another than the one that was read. */
function positionIn({ mailbox }: Pick<ImapFlow, "mailbox">, position: Position | null): Position {
  if (mailbox === false || !mailbox.uidValidity) throw new Error("The server doesn’t say which mailbox it opened.");
  const validity = String(mailbox.uidValidity);
  return position?.validity === validity ? position : { validity, uid: 0 };
}

async function uidsOf(client: ImapFlow, query: SearchObject): Promise<number[]> {
  const found = await client.search(query, { uid: true });
  if (!Array.isArray(found)) throw new Error("The server refuses to list its messages.");
  return found.sort((one, other) => one - other);
}

async function deleteOld(client: ImapFlow, now: Date): Promise<void> {
  await client.mailboxOpen(TAKEN_FOLDER);
  const before = new Date(now);
  before.setUTCDate(before.getUTCDate() - KEPT_DAYS);
  const old = (await uidsOf(client, { before })).slice(0, MOST_DELETED);
  if (old.length > 0) await client.messageDelete(old, { uid: true });
}

/** What the caller threw, which is not of the server. */
class NotTaken extends Error {
  override readonly name = "NotTaken";
}

function hand(give: () => void): void {
  try {
    give();
  } catch (cause) {
    throw new NotTaken("It wasn’t taken.", { cause });
  }
}

/** What the server said, or what happened to the connection. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { authenticationFailed, responseText } = error as { authenticationFailed?: unknown; responseText?: unknown };
  const said = typeof responseText === "string" && responseText ? responseText : error.message;
  return authenticationFailed ? `It refuses the user name or the password. ${said}` : said;
}
