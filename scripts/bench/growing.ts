import { loadavg } from "node:os";
import { findProgram, startBucket } from "../testing/litestream-and-minio.ts";
import { type Figure, holds, printFigures } from "./harness/figures";
import { measureBucketGone, measureWriterGone } from "./harness/growing/absences";
import { measureHelping } from "./harness/growing/helping-machines";
import type { Real } from "./harness/growing/machines";
import { measureOwnWrites } from "./harness/growing/own-writes";
import { measureStaleness } from "./harness/growing/staleness";
import { measureTornReads } from "./harness/growing/torn-reads";
import { measureTwoReaders } from "./harness/growing/two-readers";
import { measureWholeStory } from "./harness/growing/whole-story";
import { benchAddress, openNetwork } from "./harness/network-machine";
import { startTwice } from "./harness/started-twice";

/**
 * A shop on several machines: a writer, and machines that only read its copies, each in namespaces of its own, and MinIO as
 * the bucket. PART=staleness,torn runs some; each has its sizes in the environment.
 */

const RACES = Number(process.env.RACES ?? 100);

/** Each on a bucket of all of them, at a path that no other uses. */
const PARTS: Readonly<Record<string, (bucket: Real) => Promise<Figure[]>>> = {
  staleness: measureStaleness,
  torn: measureTornReads,
  "bucket-gone": measureBucketGone,
  "writer-gone": measureWriterGone,
  "own-writes": measureOwnWrites,
  "two-readers": measureTwoReaders,
  helping: measureHelping,
  fencing: (bucket) => startTwice(bucket, RACES),
  story: measureWholeStory,
};
const PART = process.env.PART?.split(",");

export async function measure(): Promise<Figure[]> {
  const unknown = PART?.filter((name) => !(name in PARTS)) ?? [];
  if (unknown.length > 0) throw new Error(`There is no part "${unknown}". There are: ${Object.keys(PARTS).join(", ")}`);
  const missing = ["litestream", "litestream-vfs.so", "minio"].filter((name) => !findProgram(name));
  if (missing.length > 0) throw new Error(`Not on the PATH (scripts/README.md): ${missing.join(", ")}`);
  const refusal = openNetwork();
  if (refusal) return [holds("machines", `not run: ${refusal}`, "run", false)];
  const bucket = await startBucket({ host: benchAddress() });
  // A restore reads the bucket's key where a start does: in the environment.
  Object.assign(process.env, bucket.settings);
  const figures: Figure[] = [];
  try {
    for (const [name, run] of Object.entries(PARTS)) {
      if (PART && !PART.includes(name)) continue;
      console.log(`${name} …`);
      figures.push(await measureOne(name, () => run(bucket)));
    }
    return figures;
  } finally {
    await bucket.close();
  }
}

/** A part that breaks off misses its limit; the others are measured all the same. */
async function measureOne(name: string, run: () => Promise<Figure[]>): Promise<Figure> {
  const began = performance.now();
  const load = loadavg()[0]?.toFixed(1);
  let value = "";
  let isMet = false;
  try {
    isMet = printFigures(name, await run());
    value = isMet ? "every limit met" : "a limit missed";
  } catch (error) {
    console.error(error);
    value = "broken off";
  }
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  return holds(name, `${value}, ${minutes} min, load ${load} to ${loadavg()[0]?.toFixed(1)}`, "every limit", isMet);
}
