import { rmSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { ListObjectsV2Command, PutObjectCommand } from "@aws-sdk/client-s3";
import { count, eq, inArray } from "drizzle-orm";
import { settings } from "../../../../app/adapters/settings.server";
import { requestBook } from "../../../../app/domain/book/books/books.server";
import { keysOf } from "../../../../app/domain/diary/photos/photo-files.server";
import { queueJob } from "../../../../app/domain/kernel/jobs/queue.server";
import { addMachine } from "../../../../app/domain/system/machines/machines.server";
import { db, write } from "../../../../db/client.server";
import { bookFiles, jobs, photos } from "../../../../db/schema";
import { exactly, type Figure, none, seconds, seen } from "../figures";
import { giveLoop } from "../loops";
import { lose, newMachine, type Place, type Shop, switchOn } from "../machine";
import { newAddress } from "../network-machine";
import { makePeople } from "../people";
import { phonePhoto } from "../phone-photo";
import type { Real } from "./machines";

/**
 * Two machines that help, of which one is killed every ten seconds and started again, while photos and then books are made:
 * each is there once, and nothing is set aside. MinIO is the bucket.
 */

const PHOTOS = Number(process.env.HELPED_PHOTOS ?? 1_000);
const BOOKS = Number(process.env.HELPED_BOOKS ?? 20);
const KILL_EVERY_MS = 10_000;
const PHOTOS_A_WEEK = 3;
/** A loop for each book, and more where one has no room for its share. */
const PHOTOS_A_LOOP = Math.min(52 * PHOTOS_A_WEEK, Math.ceil(PHOTOS / BOOKS));
/** Pictures that differ; the other originals are copies of them. */
const PICTURES = 4;

export async function measureHelping(bucket: Real): Promise<Figure[]> {
  const shop = await switchOn(
    { dataFolder: settings.dataFolder, bucket: { ...bucket, settings: {} }, address: newAddress() },
    { ALLOW_NO_BACKUP: "1", SECRETS: settings.secrets[0] },
  );
  try {
    await shop.opened;
    const machines = new KilledMachines(bucket, shop.origin);
    try {
      return await measureWith(bucket, machines);
    } finally {
      await machines.end();
    }
  } finally {
    await lose(shop);
  }
}

async function measureWith(bucket: Real, machines: KilledMachines): Promise<Figure[]> {
  const loops = await fill(bucket);
  const ids = loops.flatMap(({ photoIds }) => photoIds);
  const waiting = () => db.select({ found: count() }).from(photos).where(eq(photos.isWaiting, true)).get()?.found ?? 0;
  const photoSeconds = await untilNone(waiting);
  for (const { accountId, loopId } of loops.slice(0, BOOKS)) requestBook(accountId, loopId, "screen", new Date());
  const unfinished = () =>
    db
      .select()
      .from(bookFiles)
      .all()
      .filter(({ state }) => state === "waiting" || state === "rendering").length;
  const bookSeconds = await untilNone(unfinished);
  const made = db.select().from(photos).where(inArray(photos.id, ids)).all();
  const books = db.select().from(bookFiles).all();
  const stored = await keysIn(bucket, "photos/");
  const named = made.flatMap(keysOf);
  const isByMachine = ({ originalKey, printKey }: (typeof made)[number]) =>
    !printKey.startsWith(originalKey.replace(/-original\.[a-z]+$/, ""));
  const left = [...stored].filter((key) => !named.includes(key)).length;
  const byMachine = made.filter(isByMachine).length;
  // The worker names a book by its hash, and a machine by its lease.
  const booksByMachine = books.filter(({ storageKey }) => !/-[0-9a-f]{16}\.pdf$/.test(storageKey ?? "")).length;
  return [
    exactly("photos that are made, each with one row", made.filter(({ isWaiting }) => !isWaiting).length, PHOTOS),
    exactly("books that are made, each with one row", books.filter(({ state }) => state === "ready").length, BOOKS),
    none("files that a row names and storage lacks", named.filter((key) => !stored.has(key)).length),
    none("jobs that were set aside or given up", db.select().from(jobs).where(eq(jobs.state, "dead")).all().length),
    seen("of the photos, made by a machine that helps", byMachine),
    seen("of the books, made by a machine that helps", booksByMachine),
    seen("machines that were killed", machines.killed),
    seen("sizes of photos that are left for the nightly check", left),
    seen("photos, from the first to the last", seconds(photoSeconds)),
    seen("books, from the first to the last", seconds(bookSeconds)),
  ];
}

interface FilledLoop {
  accountId: string;
  loopId: string;
  photoIds: string[];
}

/** Loops with written weeks and photos that came, whose sizes are not made. */
async function fill(bucket: Real): Promise<FilledLoop[]> {
  const pictures = await Promise.all(Array.from({ length: PICTURES }, (_, seed) => phonePhoto(seed)));
  const [accountId = ""] = await makePeople(["helped@known.example"], { isProven: true });
  const loops: FilledLoop[] = [];
  for (let filled = 0; filled < PHOTOS; ) {
    const loopId = giveLoop(accountId, Math.ceil(PHOTOS_A_LOOP / PHOTOS_A_WEEK));
    db.delete(photos).where(eq(photos.loopId, loopId)).run();
    const photoIds: string[] = [];
    for (; photoIds.length < PHOTOS_A_LOOP && filled < PHOTOS; filled += 1) {
      const place = photoIds.length;
      const originalKey = `photos/${loopId}/${filled}-original.jpg`;
      const Body = pictures[filled % PICTURES];
      await bucket.client.send(new PutObjectCommand({ Bucket: bucket.bucket, Key: originalKey, Body }));
      photoIds.push(addPhoto(loopId, place, originalKey));
    }
    loops.push({ accountId, loopId, photoIds });
  }
  return loops;
}

function addPhoto(loopId: string, place: number, key: string): string {
  const now = new Date();
  const size = { width: 3000, height: 4000, printWidth: 3000, printHeight: 4000, bytes: 1, sha256: key };
  const keys = { originalKey: key, printKey: key, screenKey: key, mediumKey: key, thumbKey: key };
  const [week, position] = [1 + Math.floor(place / PHOTOS_A_WEEK), 1 + (place % PHOTOS_A_WEEK)];
  return write((tx) => {
    const row = { loopId, week, position, fileName: "a.jpg", isWaiting: true, createdAt: now };
    const { id } = tx
      .insert(photos)
      .values({ ...row, ...size, ...keys })
      .returning({ id: photos.id })
      .get();
    queueJob(tx, { kind: "prepare-photo", subjectId: id, now });
    return id;
  });
}

/** Gives how many seconds it took. */
async function untilNone(left: () => number): Promise<number> {
  const began = performance.now();
  while (left() > 0) await setTimeout(200);
  return (performance.now() - began) / 1000;
}

async function keysIn(bucket: Real, Prefix: string): Promise<Set<string>> {
  const keys = new Set<string>();
  let ContinuationToken: string | undefined;
  do {
    const page = await bucket.client.send(
      new ListObjectsV2Command({ Bucket: bucket.bucket, Prefix, ContinuationToken }),
    );
    for (const { Key } of page.Contents ?? []) if (Key) keys.add(Key);
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  return keys;
}

/** Two machines; every ten seconds the one that was lost longer ago is lost with all its processes, and started again. */
class KilledMachines {
  killed = 0;
  private readonly running: { machine: Place; token: string; shop: Promise<Shop> }[];
  private readonly origin: string;
  private readonly killing: NodeJS.Timeout;

  constructor(bucket: Real, origin: string) {
    this.origin = origin;
    this.running = ["north", "south"].map((name) => {
      const added = addMachine({ name: `${name}-${process.pid}`, tasks: ["photos", "books"] }, new Date());
      if (!added.ok) throw new Error(added.reason);
      const machine = newMachine({ bucket, path: "helping" }, false);
      return { machine, token: added.token, shop: this.launch(machine, added.token) };
    });
    this.killing = setInterval(() => void this.killNext(), KILL_EVERY_MS);
  }

  private launch(machine: Place, token: string): Promise<Shop> {
    return switchOn(machine, { ROLE: "helper", WRITER_ORIGIN: this.origin, MACHINE_TOKEN: token });
  }

  private async killNext(): Promise<void> {
    const next = this.running.shift();
    if (!next) return;
    await this.kill(next.shop);
    this.killed += 1;
    this.running.push({ ...next, shop: this.launch(next.machine, next.token) });
  }

  private async kill(starting: Promise<Shop>): Promise<void> {
    const shop = await starting;
    await lose(shop);
  }

  async end(): Promise<void> {
    clearInterval(this.killing);
    for (const { machine, shop } of this.running) {
      await this.kill(shop);
      rmSync(machine.dataFolder, { recursive: true, force: true });
    }
  }
}
