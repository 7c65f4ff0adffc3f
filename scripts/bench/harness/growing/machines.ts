import { rmSync } from "node:fs";
import { findProgram, type startBucket } from "../../../testing/litestream-and-minio.ts";
import { lose, newMachine, openShop, originAt, type Place, pause, type Shop } from "../machine";

/** A writer and machines that only read, on one bucket. */

export type Real = Awaited<ReturnType<typeof startBucket>>;

const LONGEST_OPENING_MS = 120_000;
const LOOK_EVERY_MS = 100;

interface Asked {
  bucket: Place["bucket"];
  path: string;
  readers?: number;
  /** Of the first reader; a new one where nothing is said. */
  address?: string;
  /** Gives the address at which the readers reach the writer. */
  between?: (writerOrigin: string) => Promise<string>;
  settings?: Record<string, string>;
}

export interface Machines {
  /** The shop's own address, which is that of the first reader. */
  origin: string;
  /** The address of each reader. */
  origins: readonly string[];
  place: Place;
  writer: Shop;
  readers: readonly Shop[];
  /** Starts a writer on this data folder, at the address of the lost one. */
  openWriter(place: Place): Promise<Shop>;
  close(): Promise<void>;
}

/** Opens them on a copy of this bench's database, and waits until every reader answers from the copies. */
export async function openMachines(asked: Asked): Promise<Machines> {
  const { bucket, path, readers = 1, between, settings = {} } = asked;
  const reading = Array.from({ length: readers }, () => newMachine({ bucket, path }, false));
  const [first] = reading;
  if (first && asked.address) first.address = asked.address;
  const origins = reading.map(originAt);
  const place = newMachine({ bucket, path }, true);
  const origin = origins[0] ?? originAt(place);
  const common = { PUBLIC_ORIGIN: origin, WEB_PROCESSES: "1", READERS: "1", ...settings };
  const shops: Shop[] = [];
  const close = async () => {
    await Promise.all(shops.map(lose));
    for (const { dataFolder } of [place, ...reading]) rmSync(dataFolder, { recursive: true, force: true });
  };
  try {
    const writer = await openShop(place, common);
    shops.push(writer);
    await writer.opened;
    const more = {
      ROLE: "reader",
      WRITER_ORIGIN: (await between?.(writer.origin)) ?? writer.origin,
      LITESTREAM_VFS: findProgram("litestream-vfs.so") ?? "",
    };
    const opened = await Promise.all(reading.map((one) => openShop(one, { ...common, ...more })));
    shops.push(...opened);
    for (const [number, reader] of origins.entries())
      await untilReady(reader).catch((error: Error) => {
        throw new Error(`${error.message}\n${opened[number]?.output()}`);
      });
    return {
      ...{ origin, origins, place, writer, readers: opened, close },
      async openWriter(other) {
        const shop = await openShop({ ...other, address: writer.address }, common);
        shops.push(shop);
        return shop;
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Waits until this reader answers from the copies. Gives how many milliseconds that took. */
export async function untilReady(origin: string): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < LONGEST_OPENING_MS) {
    if (await isReady(origin)) return performance.now() - began;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error(`${origin} did not read the copies in ${LONGEST_OPENING_MS / 1000} s.`);
}

async function isReady(origin: string): Promise<boolean> {
  try {
    const { ok, body } = await fetch(`${origin}/ready`);
    await body?.cancel();
    return ok;
  } catch (error) {
    // Nobody listens there yet.
    if (error instanceof TypeError) return false;
    throw error;
  }
}
