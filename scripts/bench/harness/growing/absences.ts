import { atMost, exactly, type Figure, seconds, seen } from "../figures";
import { freeze, lose, pause } from "../machine";
import { benchAddress } from "../network-machine";
import { openProxy, type ProxyFault } from "../service-proxy";
import { openMachines, type Real, untilReady } from "./machines";
import { figuresOf, readAllTheTime } from "./reading-visitors";
import { makeWriters, WeekWriter, words } from "./week-writer";

/** A bucket that is silent or gone for a minute, and a writer that is killed or hangs, while visitors read through a reader. */

const SECONDS = Number(process.env.GONE_SECONDS ?? 60);
const VISITORS = 8;
const QUIET_MS = 5_000;
const FORM_EVERY_MS = 5_000;
/** Until a writer that hangs is noticed, and a page after that. */
const MOST_WAIT_SECONDS = 5;
/** A writer that was gone has opened again by then. */
const LONGEST_RETURN_MS = 120_000;

/** Both machines reach the bucket through a proxy. */
export async function measureBucketGone(bucket: Real): Promise<Figure[]> {
  const people = await makeWriters("bucket", VISITORS);
  const proxy = await openProxy(bucket.endpoint, undefined, benchAddress());
  const { origin: endpoint } = proxy;
  const settings = { ...bucket.settings, LITESTREAM_ENDPOINT: endpoint };
  const machines = await openMachines({ bucket: { ...bucket, endpoint, settings }, path: "bucket-gone" });
  try {
    const reading = await readAllTheTime(machines.origin, people);
    const figures: Figure[] = [];
    const quiet = performance.now();
    await pause(QUIET_MS);
    figures.push(...figuresOf("nothing gone", reading, quiet, performance.now()));
    for (const kind of ["silent", "down"] as const satisfies readonly ProxyFault["kind"][]) {
      const began = performance.now();
      await proxy.begin({ kind });
      await pause(SECONDS * 1_000);
      await proxy.end();
      const ended = performance.now();
      const back = await untilReady(machines.origin);
      await pause(QUIET_MS);
      figures.push(...figuresOf(`bucket ${kind} for ${SECONDS} s`, reading, began, ended));
      figures.push(...figuresOf(`after it was ${kind}`, reading, ended, performance.now()));
      figures.push(seen("the reader reads the copies again after", seconds(back / 1_000)));
    }
    await reading.stop();
    return figures;
  } finally {
    await machines.close();
    await proxy.close();
  }
}

export async function measureWriterGone(bucket: Real): Promise<Figure[]> {
  const [author, ...people] = await makeWriters("writer", VISITORS + 1);
  if (!author) throw new Error("Nobody writes.");
  const machines = await openMachines({ bucket, path: "writer-gone" });
  try {
    const writing = await WeekWriter.signIn(machines.origin, author);
    await writing.read();
    await writing.write(1);
    await writing.read();
    const reading = await readAllTheTime(machines.origin, people);
    const figures: Figure[] = [];
    await pause(QUIET_MS);
    await writing.write(2);
    let began = performance.now();
    const hung = freeze(machines.writer);
    // Beside the rest, which may wait for it.
    const woken = pause(SECONDS * 1_000).then(() => hung.wake(0));
    figures.push(await readAtOnce(writing), ...(await sendForms(writing, began)));
    await woken;
    await untilSaved(writing, 3);
    figures.push(...figuresOf(`writer hung for ${SECONDS} s`, reading, began, began + SECONDS * 1_000));

    await pause(QUIET_MS);
    await writing.read();
    await writing.write(4);
    began = performance.now();
    void lose(machines.writer);
    figures.push(await readAtOnce(writing), ...(await sendForms(writing, began)));
    const ended = performance.now();
    await machines.openWriter(machines.place);
    await untilSaved(writing, 5);
    figures.push(...figuresOf(`writer killed for ${SECONDS} s`, reading, began, performance.now()));
    figures.push(seen("saved again after its start", seconds((performance.now() - ended) / 1_000)));
    await reading.stop();
    return figures;
  } finally {
    await machines.close();
  }
}

/** A page of somebody whose last change the copies may not have. */
async function readAtOnce(writing: WeekWriter): Promise<Figure> {
  const began = performance.now();
  await writing.read();
  return atMost(
    "a page of somebody who has just saved",
    (performance.now() - began) / 1_000,
    MOST_WAIT_SECONDS,
    seconds,
  );
}

/** Sends a form every few seconds, which can't be saved and has to come back with its words. */
async function sendForms(writing: WeekWriter, began: number): Promise<Figure[]> {
  const kept: boolean[] = [];
  await pause(FORM_EVERY_MS);
  while (performance.now() < began + SECONDS * 1_000) {
    const { status, body } = await writing.send(kept.length + 100);
    kept.push(status === 503 && body.includes(words(kept.length + 100)));
    await pause(FORM_EVERY_MS);
  }
  return [exactly(`of ${kept.length} forms meanwhile, 503 with their words`, kept.filter(Boolean).length, kept.length)];
}

async function untilSaved(writing: WeekWriter, number: number): Promise<void> {
  const end = performance.now() + LONGEST_RETURN_MS;
  while (performance.now() < end) {
    await writing.read();
    if ((await writing.send(number)).status === 303) return;
    await pause(250);
  }
  throw new Error("Nothing could be saved again.");
}
