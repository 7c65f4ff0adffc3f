import { rmSync } from "node:fs";
import { freePort } from "../../../steps.ts";
import { findProgram, type startBucket } from "../../../testing/litestream-and-minio.ts";
import { lose, newMachine, openShop, type Place, pause, type Shop } from "../machine";

/** A writer and machines that only read, each a data folder with its own processes, on one bucket. */

export type Real = Awaited<ReturnType<typeof startBucket>>;

const LONGEST_OPENING_MS = 120_000;
const LOOK_EVERY_MS = 100;

interface Asked {
  bucket: Place["bucket"];
  path: string;
  readers?: number;
  /** Where the readers listen; free ones where nothing is said. */
  ports?: readonly number[];
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
  /** Starts another writer on this data folder, at the address of the lost one. */
  openWriter(place: Place): Promise<Shop>;
  close(): void;
}

/** Opens them on a copy of this bench's database, and waits until every reader answers from the copies. */
export async function openMachines(asked: Asked): Promise<Machines> {
  const { bucket, path, readers = 1, between, settings = {} } = asked;
  const ports = [...(asked.ports ?? [])];
  while (ports.length < readers) ports.push(await freePort(0));
  const origins = ports.map((port) => `http://localhost:${port}`);
  const [origin = ""] = origins;
  const common = { PUBLIC_ORIGIN: origin, WEB_PROCESSES: "1", READERS: "1", ...settings };
  const place = { ...newMachine({ bucket, path }, true), port: await freePort(0) };
  const shops: Shop[] = [];
  const folders = [place.dataFolder];
  const close = () => {
    for (const shop of shops) lose(shop);
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
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
    const opened = await Promise.all(
      ports.map((port) => {
        const own = newMachine({ bucket, path }, false);
        folders.push(own.dataFolder);
        return openShop({ ...own, port }, { ...common, ...more });
      }),
    );
    shops.push(...opened);
    for (const [number, reader] of origins.entries())
      await untilReady(reader).catch((error: Error) => {
        throw new Error(`${error.message}\n${opened[number]?.output()}`);
      });
    return {
      ...{ origin, origins, place, writer, readers: opened, close },
      async openWriter(other) {
        const shop = await openShop({ ...other, port: writer.port }, common);
        shops.push(shop);
        return shop;
      },
    };
  } catch (error) {
    close();
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
