import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import { createInterface } from "node:readline";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { db } from "#db/client.server";
import { alarms, emails, entries, jobs } from "#db/schema";
import { bookProgress, requestBook } from "~/domain/book/books/books.server";
import { openAlarms } from "~/domain/kernel/alarms/alarms.server";
import { queueJob } from "~/domain/kernel/jobs/queue.server";
import { EMAIL_DEATHS_ALLOWED } from "~/domain/mail/outbox/delivery-policy";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { verificationCode } from "~/domain/people/accounts/account-emails";
import { tryAgain } from "~/domain/system/status/system-status.server";
import { colleague } from "../domain/people/staff/colleagues";
import { loopOf, NOW, person } from "../support/people";
import { givePhoto } from "../support/photo-rows";

/** Storage that never responds, so that a worker stays at the book whose photos it asks for. */
let bucket: Server;
let asked = 0;
let worker: ChildProcess | undefined;

beforeAll(async () => {
  bucket = createServer((request) => {
    if (request.url?.includes(".jpg")) asked += 1;
    bucket.emit("asked");
  });
  await new Promise<void>((resolve) => bucket.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  bucket.closeAllConnections();
  bucket.close();
});
beforeEach(() => {
  for (const table of [jobs, emails, alarms]) db.delete(table).run();
});
afterEach(() => {
  worker?.kill("SIGKILL");
});

async function startWorker(settings: Record<string, string> = {}): Promise<ChildProcess> {
  const { port } = bucket.address() as AddressInfo;
  const storage = {
    ...{ S3_BUCKET: "photographs", S3_REGION: "eu-west-2", S3_ENDPOINT: `http://127.0.0.1:${port}` },
    ...{ S3_ACCESS_KEY_ID: "AKIDEXAMPLE", S3_SECRET_ACCESS_KEY: "a secret of ours" },
  };
  const child = spawn(process.execPath, ["build/processes/worker.js"], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, ...storage, ...settings },
  });
  worker = child;
  for await (const line of createInterface({ input: child.stdout })) if (line === "Worker ready.") return child;
  throw new Error("The worker never said that it was ready.");
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** A worker is killed once it is at the book. */
async function dieAtTheBook(): Promise<void> {
  const before = asked;
  const child = await startWorker();
  while (asked === before) await once(bucket, "asked");
  await kill(child);
}

/** The time of the dead worker's lease passes. */
const waitForLease = () =>
  db
    .update(jobs)
    .set({ takenUntil: new Date(0) })
    .where(eq(jobs.state, "running"))
    .run();

function askForBook() {
  const maya = person("Maya");
  const { id: loopId } = loopOf(maya.id, { title: "Biscuit & Co", theme: "pet", type: "puppys-first-year" });
  const words = { prompt: "What did it chew?", content: "The slippers.", highlight: "It slept." };
  db.insert(entries)
    .values({ loopId, week: 1, ...words, createdAt: NOW, updatedAt: NOW })
    .run();
  givePhoto(`photos/${loopId}/a-print.jpg`, 640, 480, { loopId, week: 1 });
  const ask = () => requestBook(maya.id, loopId, "screen", new Date());
  const requested = ask();
  if (!requested.ok) throw new Error(requested.reason);
  return { ask, progress: () => bookProgress(maya.id, loopId, "screen"), fileId: requested.file.id };
}

it("a book that a worker is killed over twice is set aside, with an alarm, and the next job is done", async () => {
  const { ask, progress, fileId } = askForBook();
  await dieAtTheBook();
  waitForLease();
  await dieAtTheBook();
  waitForLease();
  db.transaction((tx) => queueJob(tx, { kind: "make-vouchers", subjectId: "no-batch", now: new Date() }), {
    behavior: "immediate",
  });
  await startWorker();
  const stateOf = (kind: string) => db.select().from(jobs).where(eq(jobs.kind, kind)).get()?.state;
  await expect.poll(() => stateOf("make-vouchers")).toBe("done");
  expect(stateOf("render-book")).toBe("dead");
  expect(openAlarms().filter(({ kind }) => kind === "work_set_aside")).toMatchObject([
    { objectType: "job", message: expect.stringContaining(`render-book of ${fileId}`) },
  ]);
  expect(progress()?.state).toBe("set_aside");
  // Its owner's next press does not bring it back; staff may, for one more try.
  const before = asked;
  ask();
  expect([stateOf("render-book"), db.select().from(jobs).all().length, asked]).toEqual(["dead", 2, before]);
  const id = db.select().from(jobs).where(eq(jobs.kind, "render-book")).get()?.id ?? "";
  expect(tryAgain({ kind: "job", id }, (await colleague("super_admin")).id, new Date())).toBe(true);
  if (worker) await kill(worker);
  await dieAtTheBook();
  waitForLease();
  await startWorker();
  await expect.poll(() => stateOf("render-book")).toBe("dead");
});

it("a worker that stops in good order gives its book back, and nothing counts as a death", async () => {
  askForBook();
  const before = asked;
  const child = await startWorker();
  while (asked === before) await once(bucket, "asked");
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(db.select().from(jobs).all()).toMatchObject([{ state: "waiting", tries: 0, deaths: 0 }]);
});

it("an email that a worker is killed over once it was handed to the relay is handed over again with the same identifier, twice at most", async () => {
  const handedOver: string[] = [];
  const relay = createSocketServer((socket) => {
    socket.on("error", () => {});
    let identifier = "";
    socket.write("220 relay\r\n");
    createInterface({ input: socket }).on("line", (line) => {
      if (line.startsWith("DATA")) socket.write("354 go on\r\n");
      else if (line.startsWith("Message-ID:")) identifier = line;
      // Takes the email and never says so.
      else if (line === ".") {
        handedOver.push(identifier);
        relay.emit("handed over");
      } else if (/^(?:EHLO|MAIL|RCPT)/.test(line)) socket.write("250 ok\r\n");
    });
  });
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  const { port } = relay.address() as AddressInfo;
  const mail = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "hello@loop.example" };
  const id = db.transaction(
    (tx) =>
      queueEmail(tx, {
        accountId: null,
        to: { name: "Margaret", email: "margaret@example.com" },
        dedupeKey: "killed-worker",
        message: { ...verificationCode({ firstName: "Margaret", code: "204816", minutes: 10 }), kind: "shipped" },
        now: new Date(),
      }),
    { behavior: "immediate" },
  );
  const timeOfLeasePasses = () =>
    db
      .update(emails)
      .set({ nextTryAt: new Date(0), takenUntil: new Date(0) })
      .run();
  for (let death = 0; death < EMAIL_DEATHS_ALLOWED; death += 1) {
    const handing = once(relay, "handed over");
    const child = await startWorker(mail);
    await handing;
    await kill(child);
    timeOfLeasePasses();
  }
  await startWorker(mail);
  await expect.poll(() => db.select().from(emails).get()?.state).toBe("dead");
  expect([handedOver.length, new Set(handedOver).size]).toEqual([EMAIL_DEATHS_ALLOWED, 1]);
  expect(openAlarms()).toMatchObject([{ kind: "work_set_aside", objectType: "email", objectId: id }]);
  relay.close();
});
