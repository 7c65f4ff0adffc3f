import type { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BounceMessage, Position } from "~/adapters/mail-reports/contract";
import { createImapMailbox, TAKEN_FOLDER } from "~/adapters/mail-reports/imap.server";
import { AUTHORITY, EXPIRED, OTHER_NAME } from "../../support/certificates";
import { type Dovecot, hasDovecot, PASSWORD, startDovecot, USER } from "../../support/dovecot";
import { openScriptedImap, type ScriptedImap } from "../../support/scripted-imap";
import { awayReply, feedbackReport, humanEmail, postfixBounce } from "./arrivals";

const NOW = new Date();
const at = (port: number, password = PASSWORD, folder = "INBOX") => ({
  ...{ host: "localhost", port, user: USER, password, folder },
});

describe.runIf(hasDovecot)("a mailbox on a real server", () => {
  let dovecot: Dovecot;
  beforeEach(async () => {
    dovecot = await startDovecot();
  });
  afterEach(() => dovecot.close());

  let taken: BounceMessage[] = [];
  let position: Position | null = null;
  beforeEach(() => {
    taken = [];
    position = null;
  });
  const take = (message: BounceMessage, now: Position) => {
    taken.push(message);
    position = now;
  };
  const mailbox = () => createImapMailbox(at(dovecot.port), { authorities: AUTHORITY });
  const read = (taking = take, now = NOW) => mailbox().read(position, now, taking);
  const subjectsIn = (folder: string) =>
    dovecot.emailsIn(folder).map(({ raw }) => /^Subject: (.*?)\r?$/m.exec(raw)?.[1]);

  it("gives each message once, the oldest first, and only what arrives after it the next time", async () => {
    dovecot.deliver(postfixBounce());
    dovecot.deliver(feedbackReport());
    expect(await read()).toEqual({ ok: true, left: 0 });
    expect(taken.map(({ reports }) => reports[0]?.kind)).toEqual(["bounced", "complained"]);
    dovecot.deliver(postfixBounce({ status: "5.2.2", diagnostic: "smtp; 552 5.2.2 Full" }));
    expect(await read()).toEqual({ ok: true, left: 0 });
    expect(await read()).toEqual({ ok: true, left: 0 });
    expect(taken.map(({ reports }) => reports[0]?.kind)).toEqual(["bounced", "complained", "delayed"]);
  });

  it("puts away what programs wrote, and leaves what people wrote unread", async () => {
    dovecot.deliver(humanEmail());
    dovecot.deliver(awayReply());
    dovecot.deliver(postfixBounce());
    dovecot.deliver(humanEmail());
    await read();
    await read();
    expect(dovecot.emailsIn("INBOX").map(({ flags }) => flags)).toEqual(["", ""]);
    expect(subjectsIn("INBOX")).toEqual(["Is this the right address?", "Is this the right address?"]);
    expect(subjectsIn(TAKEN_FOLDER).sort()).toEqual(["Away until Monday", "Undelivered Mail Returned to Sender"]);
    expect(await mailbox().check()).toEqual({ ok: true, left: 2 });
  });

  it("gives a message again if the process died before it was noted", async () => {
    dovecot.deliver(postfixBounce());
    const dies = () => {
      throw new Error("The process died.");
    };
    await expect(read(dies)).rejects.toThrow("The process died.");
    expect(subjectsIn("INBOX")).toHaveLength(1);
    await read();
    expect(taken).toHaveLength(1);
    expect(subjectsIn("INBOX")).toEqual([]);
  });

  it("puts a message away without giving it again if the process died after it was noted", async () => {
    for (let times = 0; times < 3; times += 1) dovecot.deliver(postfixBounce());
    const diesAfter = (message: BounceMessage, now: Position) => {
      take(message, now);
      if (taken.length === 2) throw new Error("The process died.");
    };
    await expect(read(diesAfter)).rejects.toThrow("The process died.");
    expect(subjectsIn("INBOX")).toHaveLength(2);
    await read();
    expect(taken).toHaveLength(3);
    expect(subjectsIn("INBOX")).toEqual([]);
    expect(subjectsIn(TAKEN_FOLDER)).toHaveLength(3);
  });

  it("begins again where the mailbox is another than the one that was read", async () => {
    dovecot.deliver(postfixBounce());
    position = { validity: "1", uid: 900 };
    await read();
    expect(taken).toHaveLength(1);
  });

  it("deletes what was put away a month ago, and nothing else", async () => {
    dovecot.deliver(postfixBounce());
    dovecot.deliver(humanEmail());
    await read();
    await read(take, new Date(NOW.getTime() + 29 * 24 * 3600_000));
    expect(subjectsIn(TAKEN_FOLDER)).toHaveLength(1);
    await read(take, new Date(NOW.getTime() + 32 * 24 * 3600_000));
    expect(subjectsIn(TAKEN_FOLDER)).toEqual([]);
    expect(subjectsIn("INBOX")).toHaveLength(1);
  });

  it("takes so many messages at a time, and the beginning of a long one", async () => {
    dovecot.deliver(postfixBounce() + `${"x".repeat(78)}\n`.repeat(30_000));
    for (let count = 0; count < 11; count += 1) dovecot.deliver(awayReply());
    const few = createImapMailbox(at(dovecot.port), { authorities: AUTHORITY, mostMessages: 7 });
    expect(await few.read(position, NOW, take)).toEqual({ ok: true, left: 5 });
    expect(taken[0]?.reports).toHaveLength(1);
    expect(await few.read(position, NOW, take)).toEqual({ ok: true, left: 0 });
    expect(taken).toHaveLength(12);
  });

  it("says which sign-in is refused, and which folder isn’t there", async () => {
    const wrong = createImapMailbox(at(dovecot.port, "wrong"), { authorities: AUTHORITY });
    expect(await wrong.check()).toEqual({ ok: false, message: expect.stringContaining("user name or the password") });
    const elsewhere = createImapMailbox(at(dovecot.port, PASSWORD, "Nowhere"), { authorities: AUTHORITY });
    expect(await elsewhere.read(null, NOW, take)).toEqual({ ok: false, message: expect.stringContaining("Nowhere") });
  });
});

describe("a server that can’t be trusted", () => {
  let server: ScriptedImap;
  afterEach(() => server.close());
  const GREETING = "* OK ready\r\n";
  const noTake = () => {
    throw new Error("There is nothing to take.");
  };

  /** Reads from a server that speaks like this; a run may take a second. */
  async function readFrom(answer: (line: string, socket: Socket) => void, certificate?: string) {
    server = await openScriptedImap(answer, certificate);
    const mailbox = createImapMailbox(at(server.port), { authorities: AUTHORITY, unawaitedMs: 1000 });
    const began = performance.now();
    const found = await mailbox.read(null, NOW, noTake);
    expect(performance.now() - began).toBeLessThan(8000);
    await expect.poll(() => server.open()).toBe(0);
    return found;
  }

  /** Sends for as long as there is somebody who listens. */
  const endlessly = (socket: Socket, piece: string) => {
    const send = () => {
      if (!socket.destroyed) socket.write(piece, () => setImmediate(send));
    };
    send();
  };
  const greets = (then: (line: string, socket: Socket) => void) => (line: string, socket: Socket) =>
    line === "" ? void socket.write(GREETING) : then(line, socket);
  const tagOf = (line: string) => line.split(" ", 1).join();

  it.each<[string, (line: string, socket: Socket) => void]>([
    ["says nothing", () => {}],
    ["greets and says nothing more", greets(() => {})],
    ["hangs up", (_line, socket) => void socket.destroy()],
    ["hangs up when we sign in", greets((line, socket) => /LOGIN|AUTHENTICATE/.test(line) && socket.destroy())],
    ["speaks another protocol", (_line, socket) => void socket.write("220 relay.example ESMTP\r\n")],
    ["sends bytes without sense", (_line, socket) => void socket.write(Buffer.alloc(100_000, "\r\n\0\xff* ({[\r\n"))],
    ["sends a line without an end", (_line, socket) => endlessly(socket, "* ".padEnd(60_000, "x"))],
    ["sends lines without an end", greets((_line, socket) => endlessly(socket, "* 1 EXISTS\r\n".repeat(5000)))],
    ["announces a huge message", greets((_line, socket) => void socket.write("* 1 FETCH (BODY[] {99999999999}\r\n"))],
    ["refuses everything", greets((line, socket) => void socket.write(`${tagOf(line)} NO Go away\r\n`))],
    ["lists nothing that it was asked for", greets((line, socket) => void socket.write(`${tagOf(line)} OK Done\r\n`))],
  ])("that %s ends the run in time, and says why", async (_, answer) => {
    expect(await readFrom(answer)).toEqual({ ok: false, message: expect.stringMatching(/\S/) });
  });

  it.each([
    ["another name", OTHER_NAME],
    ["a time that is over", EXPIRED],
  ])("with a certificate for %s doesn’t hear the password", async (_, certificate) => {
    const found = await readFrom(
      greets(() => {}),
      certificate,
    );
    expect(found).toMatchObject({ ok: false });
    expect(server.heard).toEqual([]);
  });

  it("that repeats the password doesn’t have it shown", async () => {
    const found = await readFrom(
      greets((line, socket) => void socket.write(`${tagOf(line)} NO Refused ${PASSWORD} for ${line.slice(3)}\r\n`)),
    );
    expect(JSON.stringify(found)).not.toContain(PASSWORD);
    expect(server.heard.join("\n")).toContain("LOGIN");
  });
});
