import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { eq, inArray, sql } from "drizzle-orm";
import sharp from "sharp";
import { storage } from "../../../app/adapters/adapters.server";
import { WEEKS } from "../../../app/domain/diary/rules/calendar";
import { MEDIUM_LONG_EDGE, SCREEN_LONG_EDGE, THUMB_EDGE } from "../../../app/domain/diary/rules/photo-rules";
import { queueJob } from "../../../app/domain/kernel/jobs/queue.server";
import { db } from "../../../db/client.server";
import { jobs, loops, photos, shipments } from "../../../db/schema";
import { addressOf } from "./browser";
import type { PhotoFiles } from "./full-year";
import { giveLoop } from "./loops";
import { makePeople, signIn } from "./people";
import type { ServedApp } from "./served-app";

/** Proofs of full years as their owners open them, and the worker that makes them. */

const SHAPES = 3;
const MOST_REQUESTS = 300;
/** Another network address for each request, so that none comes near its limit of a minute. */
let address = 0x900000;

/** Milliseconds from opening a proof that was never made until its pages are there, each time of a changed year. */
export async function openNewProofs(
  { origin }: ServedApp,
  photoFiles: PhotoFiles,
  times: number,
): Promise<{ alone: number[]; besidePrintFile: number[] }> {
  const shapes = await Promise.all(Array.from({ length: SHAPES }, (_, shape) => storeShape(photoFiles, shape)));
  const [reader, sent] = [await ownerOf(origin, "reader", shapes), await ownerOf(origin, "sent", shapes)];
  db.update(loops).set({ status: "COMPLETED", completedAt: new Date() }).where(eq(loops.id, sent.loopId)).run();
  const worker = await startWorker();
  try {
    const measured = { alone: [] as number[], besidePrintFile: [] as number[] };
    // The first opens the files of the database and the typefaces for all.
    await openProof(origin, reader);
    for (let time = 0; time < times; time += 1) {
      await changeWhenIdle(reader.loopId);
      measured.alone.push(await openProof(origin, reader));
      await changeWhenIdle(reader.loopId);
      await beginPrintFile(sent.loopId);
      measured.besidePrintFile.push(await openProof(origin, reader));
    }
    await untilNoJob(["waiting", "running"]);
    return measured;
  } finally {
    const ended = once(worker, "exit");
    worker.kill("SIGTERM");
    await ended;
  }
}

interface Owner {
  loopId: string;
  cookie: string;
}

/** As a browser does: the page says when it is to be requested again. */
async function openProof(origin: string, { loopId, cookie }: Owner): Promise<number> {
  const began = performance.now();
  for (let request = 0; request < MOST_REQUESTS; request += 1) {
    const headers = { Cookie: cookie, Accept: "text/html", "X-Forwarded-For": addressOf(address++) };
    const response = await fetch(`${origin}/proof/${loopId}`, { headers });
    const page = await response.text();
    const pause = response.headers.get("refresh");
    if (response.ok && pause === null && page.includes("page-picture")) return performance.now() - began;
    if (pause === null) throw new Error(`The proof shows no pages: ${response.status}.`);
    await wait(Number(pause) * 1000);
  }
  throw new Error("The proof was not made.");
}

async function changeWhenIdle(loopId: string): Promise<void> {
  await untilNoJob(["waiting", "running"]);
  db.update(loops)
    .set({ contentVersion: sql`${loops.contentVersion} + 1` })
    .where(eq(loops.id, loopId))
    .run();
}

/** Has the printer's files of a year made, and waits until the worker is at it. */
async function beginPrintFile(loopId: string): Promise<void> {
  const now = new Date();
  // Another version of the year, so that no file can be taken from before.
  db.update(loops)
    .set({ contentVersion: sql`${loops.contentVersion} + 1` })
    .where(eq(loops.id, loopId))
    .run();
  db.delete(shipments).where(eq(shipments.loopId, loopId)).run();
  const row = { loopId, deliveryAddress: JSON.stringify(ADDRESS), createdAt: now, updatedAt: now };
  const { id } = db
    .insert(shipments)
    .values({ ...row, filesState: "making" })
    .returning({ id: shipments.id })
    .get();
  db.transaction((tx) => queueJob(tx, { kind: "make-print-files", subjectId: id, now }), { behavior: "immediate" });
  await untilNoJob(["waiting"]);
}

const ADDRESS = {
  ...{ firstName: "Gwen", lastName: "P", line1: "12 Bridge Lanes", line2: "", city: "Leeds", county: "" },
  postcode: "LS6 2AB",
};

async function untilNoJob(states: ("waiting" | "running")[]): Promise<void> {
  while (db.select({ id: jobs.id }).from(jobs).where(inArray(jobs.state, states)).get()) await wait(50);
  const failed = db.select({ failure: jobs.failure }).from(jobs).where(eq(jobs.state, "dead")).get();
  if (failed) throw new Error(`A job failed: ${failed.failure}`);
}

type Shape = Awaited<ReturnType<typeof storeShape>>;

/** Stores a photo in its sizes. */
async function storeShape(photoFiles: PhotoFiles, shape: number) {
  const printFile = photoFiles.get(`photo-${shape}`)?.printFile ?? "";
  const keyOf = (size: string) => `photos/bench/${shape}-${size}.jpg`;
  const { width, height } = await sharp(printFile).metadata();
  await storage.put(keyOf("print"), { file: printFile }, "image/jpeg");
  for (const [size, edge] of [
    ["screen", SCREEN_LONG_EDGE],
    ["medium", MEDIUM_LONG_EDGE],
    ["thumb", THUMB_EDGE],
  ] as const) {
    const small = await sharp(printFile).resize(edge, edge, { fit: "inside" }).keepIccProfile().jpeg().toBuffer();
    await storage.put(keyOf(size), small, "image/jpeg");
  }
  const print = readFileSync(printFile);
  const keys = { originalKey: keyOf("print"), printKey: keyOf("print"), screenKey: keyOf("screen") };
  const sizes = { width, height, printWidth: width, printHeight: height, bytes: print.length };
  // The worker makes a photo again whose file isn't as its row says.
  return {
    ...keys,
    mediumKey: keyOf("medium"),
    thumbKey: keyOf("thumb"),
    ...sizes,
    sha256: createHash("sha256").update(print).digest("hex"),
  };
}

/** Somebody signed in with a full year, each photo with its files. */
async function ownerOf(origin: string, name: string, shapes: readonly Shape[]): Promise<Owner> {
  const email = `${name}@proofs.example`;
  const [accountId = ""] = await makePeople([email], { isProven: true });
  const loopId = giveLoop(accountId, WEEKS);
  for (const [shape, files] of shapes.entries()) {
    db.update(photos)
      .set({ ...files, pointX: 500, pointY: 400 })
      .where(sql`${photos.loopId} = ${loopId} AND ${photos.position} = ${shape + 1}`)
      .run();
  }
  return { loopId, cookie: (await signIn(origin, email)).cookieLine() };
}

async function startWorker(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["build/processes/worker.js"], { stdio: ["ignore", "pipe", "ignore"] });
  for await (const line of createInterface({ input: child.stdout })) if (line === "Worker ready.") break;
  return child;
}
