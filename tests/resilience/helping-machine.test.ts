import "../support/photo-bucket";

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { eq, inArray } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { entries, jobs, machines, photos } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { bookProgress, requestBook } from "~/domain/book/books/books.server";
import type { Loop } from "~/domain/diary/loops/loops.server";
import { addPhotos } from "~/domain/diary/photos/photo-adding.server";
import { keysOf } from "~/domain/diary/photos/photo-files.server";
import { photosOf } from "~/domain/diary/photos/photos.server";
import { beginSession } from "~/domain/people/accounts/sessions.server";
import type { Task } from "~/domain/system/machines/machine-tasks";
import { addMachine } from "~/domain/system/machines/machines.server";
import { prepareWaitingPhotos } from "~/jobs/run-jobs";
import { sessionCookie } from "~/web/cookies.server";
import { type ServedApp, serveApp } from "../screens/support/served-app";
import { loopOf, person } from "../support/people";
import { BUCKET_SETTINGS, bucket } from "../support/photo-bucket";
import { plain, sentFile } from "../support/pictures";

/** Machines that make photos and books, by `npm start`, for a writer whose own worker does not run. */

let writer: ServedApp;
const children: ChildProcess[] = [];

beforeAll(async () => {
  writer = await serveApp(settings.publicOrigin, { ...BUCKET_SETTINGS, REQUESTS_PER_MINUTE: "100000" });
});
afterEach(async () => {
  for (const child of children.splice(0)) await end(child, "SIGKILL");
});
afterAll(async () => await writer.close());

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, "exit");
  if (signal === "SIGKILL") process.kill(-(child.pid ?? 0), signal);
  else child.kill(signal);
  const [code] = await ended;
  return code;
}

/** Runs a command on a machine of its own, in `folder`. `said` is all that it wrote. */
function runOnHelper(command: "start" | "doctor", token: string, folder: string, port = writer.port) {
  const { PATH, HOME } = process.env;
  const WRITER_ORIGIN = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ["scripts/run.mjs", command], {
    env: {
      NODE_ENV: "production",
      ...{ PATH, HOME, APP_ENV: "production", ROLE: "helper", WRITER_ORIGIN, MACHINE_TOKEN: token, DATA_DIR: folder },
    },
    // A group of its own, so that a machine is killed with all its processes.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += String(chunk);
    });
  return { child, said: () => said };
}

function tokenOf(name: string, tasks: readonly Task[]): string {
  const made = addMachine({ name, tasks }, new Date());
  if (!made.ok) throw new Error(made.reason);
  return made.token;
}

const ownFolder = () => mkdtempSync(join(settings.dataFolder, "helper-"));
const startHelper = (token: string, port?: number) => runOnHelper("start", token, ownFolder(), port);

const ownLoop = () => loopOf(person("Ada").id, { startDay: "2026-10-01", title: "Biscuit & Co" });

/** Fills weeks with three photos each. Gives their ids. */
async function fill(loop: Loop, weeks: number): Promise<string[]> {
  for (let week = 1; week <= weeks; week += 1)
    for (const part of ["10", "80", "f0"]) {
      const colour = `#${part}${(week * 8).toString(16).padStart(2, "0")}40`;
      const path = sentFile(await plain(2400, 1800, colour).jpeg().toBuffer());
      await addPhotos(
        { accountId: loop.accountId, loopId: loop.id, week },
        [{ path, name: "a.jpg", tooLarge: false }],
        new Date(),
      );
    }
  return Array.from({ length: weeks }, (_, index) => photosOf(loop.id, index + 1).map(({ id }) => id)).flat();
}

const rowsOf = (ids: readonly string[]) =>
  db
    .select()
    .from(photos)
    .where(inArray(photos.id, [...ids]))
    .all();
const waiting = (ids: readonly string[]) => rowsOf(ids).filter(({ isWaiting }) => isWaiting).length;

describe("a machine that helps", () => {
  it("makes photos and a book, which the writer shows, and ends in good order", { timeout: 120_000 }, async () => {
    const loop = ownLoop();
    const ids = await fill(loop, 2);
    const { child, said } = startHelper(tokenOf("attic", ["photos", "books"]));
    await expect.poll(() => waiting(ids), { timeout: 60_000 }).toBe(0);
    expect(said()).toContain("attic helps");
    const key = db.transaction((tx) => beginSession(tx, loop.accountId, null, new Date()));
    const cookie = (await sessionCookie.serialize(key)).split(";")[0] ?? "";
    for (const { id } of rowsOf(ids)) {
      const shown = await writer.ask(`/photos/${id}/screen`, { headers: { Cookie: cookie } });
      expect([shown.status, shown.headers["content-type"]]).toEqual([200, "image/jpeg"]);
    }
    const [at, words] = [new Date(), { prompt: "What did it chew?", content: "The slippers.", highlight: "It slept." }];
    db.insert(entries)
      .values({ loopId: loop.id, week: 1, ...words, createdAt: at, updatedAt: at })
      .run();
    requestBook(loop.accountId, loop.id, "screen", at);
    const book = () => bookProgress(loop.accountId, loop.id, "screen");
    await expect.poll(() => book()?.state, { timeout: 60_000 }).toBe("ready");
    await expect.poll(() => book()?.otherPageCount, { timeout: 30_000 }).toEqual(expect.any(Number));
    expect(await end(child, "SIGTERM")).toBe(0);
  });

  it("has a doctor, which says whether it runs and the writer knows it, and makes no database", {
    timeout: 60_000,
  }, async () => {
    const folder = ownFolder();
    const examine = async (token: string) => {
      const { child, said } = runOnHelper("doctor", token, folder);
      const [code] = await once(child, "close");
      return { code, said: said() };
    };
    const token = tokenOf("loft", ["photos", "books"]);
    const stopped = await examine(token);
    expect([stopped.code, stopped.said]).toEqual([
      1,
      expect.stringMatching(/^FAILING {2}Process: Nothing runs on this data folder\.\n {10}→ Start Loop/m),
    ]);
    const running = runOnHelper("start", token, folder);
    await expect.poll(running.said, { timeout: 30_000 }).toContain("loft helps");
    const well = await examine(token);
    expect(well.code).toBe(0);
    expect(well.said).toMatch(/^well {5}Writer: It knows this machine as loft: makes sizes of photos, makes books\.$/m);
    expect(well.said).toMatch(/^well {5}Clock: 0 s off\.$/m);
    const unknown = await examine("wrong");
    expect([unknown.code, unknown.said]).toEqual([
      1,
      expect.stringMatching(
        /^FAILING {2}Writer: It answered 401: We don’t know this token\.\n {10}→ Check WRITER_ORIGIN/m,
      ),
    ]);
    expect(readdirSync(folder)).not.toContain("loop.db");
  });

  it("that is killed in the middle leaves each photo to be made once, with no file too many", {
    timeout: 180_000,
  }, async () => {
    const loop = ownLoop();
    const ids = await fill(loop, 6);
    const [first] = ["north", "south"].map((name) => startHelper(tokenOf(name, ["photos"])));
    await expect.poll(() => waiting(ids), { timeout: 60_000, interval: 20 }).toBeLessThan(ids.length - 3);
    if (first) await end(first.child, "SIGKILL");
    // What the other may not have is the worker's, which does not run here.
    const lost = () =>
      db
        .select()
        .from(jobs)
        .where(eq(jobs.state, "running"))
        .all()
        .map(({ subjectId }) => subjectId);
    await expect.poll(() => waiting(ids.filter((id) => !lost().includes(id))), { timeout: 60_000 }).toBe(0);
    db.update(jobs)
      .set({ takenUntil: new Date(0) })
      .where(eq(jobs.state, "running"))
      .run();
    await prepareWaitingPhotos(new Date());
    expect(waiting(ids)).toBe(0);
    const named = rowsOf(ids).flatMap(keysOf);
    const stored = [...bucket.objects.keys()].filter((key) => key.startsWith(`photos/${loop.id}/`));
    expect(named.filter((key) => !stored.includes(key))).toEqual([]);
    // At most the sizes of the two photos that the killed machine had in hand: the nightly check removes them.
    expect(stored.filter((key) => !named.includes(key)).length).toBeLessThanOrEqual(8);
    expect(
      db
        .select()
        .from(jobs)
        .all()
        .filter(({ state }) => state === "dead"),
    ).toEqual([]);
  });

  it("that can’t reach the bucket fails two photos and waits, and the worker makes all", {
    timeout: 120_000,
  }, async () => {
    const ids = await fill(ownLoop(), 3);
    bucket.failure = "deny_addresses";
    const { child, said } = startHelper(tokenOf("lost", ["photos"]));
    const tried = () =>
      db
        .select()
        .from(jobs)
        .all()
        .filter(({ subjectId, tries }) => ids.includes(subjectId) && tries > 0);
    // Looked at each second: one that did not wait would have failed all of them between two looks.
    await expect.poll(() => tried().length, { timeout: 60_000, interval: 1_000 }).toBe(2);
    expect(await end(child, "SIGTERM")).toBe(0);
    bucket.failure = null;
    expect(said()).toContain("Storage answered 403");
    expect(tried()).toMatchObject(Array(2).fill({ state: "waiting", deaths: 0 }));
    await prepareWaitingPhotos(new Date(Date.now() + 60_000));
    expect(waiting(ids)).toBe(0);
  });

  it("does not start with a token that nobody knows, or that may do nothing here", { timeout: 60_000 }, async () => {
    const unknown = startHelper("nobody");
    expect((await once(unknown.child, "exit"))[0]).toBe(1);
    expect(unknown.said()).toContain("We don’t know this token");
    const reader = startHelper(tokenOf("window", ["reader"]));
    expect((await once(reader.child, "exit"))[0]).toBe(1);
    expect(reader.said()).toContain("window has no task here");
    expect(db.select().from(machines).all().length).toBeGreaterThan(0);
  });

  it("does not start where the writer keeps files in a folder", { timeout: 60_000 }, async () => {
    const without = Object.fromEntries(Object.keys(BUCKET_SETTINGS).map((name) => [name, ""]));
    const other = await serveApp(settings.publicOrigin, without);
    const { child, said } = startHelper(tokenOf("cellar", ["photos"]), other.port);
    expect((await once(child, "exit"))[0]).toBe(1);
    expect(said()).toContain("Files are in a folder of the writer");
    await other.close();
  });
});
