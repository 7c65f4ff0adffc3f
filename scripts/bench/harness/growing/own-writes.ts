import { type Figure, holds, ms, none, quantile, seen } from "../figures";
import { pause } from "../machine";
import { benchAddress } from "../network-machine";
import { openProxy, type ServiceProxy } from "../service-proxy";
import { openMachines, type Real } from "./machines";
import { makeWriters, WeekWriter, type Writer } from "./week-writer";

/** Visitors who save and at once read what they saved, through a reader, and read it again a moment later. */

const PAIRS = Number(process.env.PAIRS ?? 10_000);
const VISITORS = 10;
/** After so many pairs a visitor rests, so that the copies have the last one and the reader answers. */
const REST_EVERY = 10;
const LONGEST_REST_MS = 4_000;
const MARK = "&asked=";

export async function measureOwnWrites(bucket: Real): Promise<Figure[]> {
  const path = "own";
  const people = await makeWriters(path, VISITORS);
  const handedOn = new Set<string>();
  let proxy: ServiceProxy | undefined;
  const machines = await openMachines({
    bucket,
    path,
    async between(writerOrigin) {
      proxy = await openProxy(
        writerOrigin,
        ({ url = "" }) => {
          const [, asked] = url.split(MARK);
          if (asked) handedOn.add(asked);
        },
        benchAddress(),
      );
      return proxy.origin;
    },
  });
  try {
    const all = await Promise.all(people.map((person) => writeAndRead(machines.origin, person)));
    const pairs = all.flatMap((one) => one.pairs);
    const later = all.flatMap((one) => one.later);
    const wrong = [...pairs, ...later].filter(({ isSeen }) => !isSeen);
    for (const { asked } of wrong.slice(0, 10))
      console.log(`  ${asked} was not seen, by ${handedOn.has(asked) ? "the writer" : "the reader"}`);
    const byReader = (reads: readonly Read[]) => reads.filter(({ asked }) => !handedOn.has(asked)).length;
    const times = pairs.map(({ milliseconds }) => milliseconds);
    return [
      none(`of ${pairs.length} writes, not seen by the next request`, pairs.filter(({ isSeen }) => !isSeen).length),
      none(`of ${later.length} later reads, without the last write`, later.filter(({ isSeen }) => !isSeen).length),
      holds(
        "answered by the reader, at once and later",
        `${byReader(pairs)} and ${byReader(later)}`,
        "some later",
        byReader(later) > 0,
      ),
      seen("write and read together: median, p99", `${ms(quantile(times, 0.5))}, ${ms(quantile(times, 0.99))}`),
    ];
  } finally {
    await machines.close();
    await proxy?.close();
  }
}

interface Read {
  asked: string;
  isSeen: boolean;
  milliseconds: number;
}

async function writeAndRead(origin: string, person: Writer) {
  const visitor = await WeekWriter.signIn(origin, person);
  await visitor.read();
  const [pairs, later]: [Read[], Read[]] = [[], []];
  for (let number = 1; number <= PAIRS / VISITORS; number += 1) {
    const began = performance.now();
    await visitor.write(number);
    const read = async (when: string): Promise<Read> => {
      const asked = `${person.email}-${number}-${when}`;
      const isSeen = (await visitor.read(MARK + asked)) === number;
      return { asked, isSeen, milliseconds: performance.now() - began };
    };
    pairs.push(await read("next"));
    if (number % REST_EVERY !== 0) continue;
    await pause(Math.random() * LONGEST_REST_MS);
    later.push(await read("later"));
  }
  return { pairs, later };
}
