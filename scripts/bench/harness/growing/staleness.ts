import { ListObjectsV2Command } from "@aws-sdk/client-s3";
import { atMost, type Figure, holds, precisely, quantile, seen } from "../figures";
import { pause } from "../machine";
import { benchAddress } from "../network-machine";
import { openProxy, type ServiceProxy } from "../service-proxy";
import { writeRows } from "./constant-writes";
import { openMachines, type Real } from "./machines";
import { makeWriters, WeekWriter } from "./week-writer";

/**
 * How old what a reader shows is, while rows are written all the time and the copies are merged: for how long a newer
 * writing of the week had been acknowledged when the page was asked for.
 */

/** Within it the log is emptied and files of the second level are made. */
const MINUTES = Number(process.env.STALENESS_MINUTES ?? 6);
const MOST_SECONDS = 3;
const ASK_EVERY_MS = 50;
const WRITE_EVERY_MS = 250;
/** In the address, so that what the writer answered is known. */
const MARK = "&asked=";

export async function measureStaleness(bucket: Real): Promise<Figure[]> {
  const path = "staleness";
  const [person] = await makeWriters(path, 1);
  if (!person) throw new Error("Nobody writes.");
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
  const rows = writeRows(machines.place.dataFolder);
  try {
    const writing = await WeekWriter.signIn(machines.origin, person);
    const reading = await WeekWriter.signIn(machines.origin, person);
    const acknowledged: number[] = [];
    const ages: number[] = [];
    const before = await countCopies(bucket, path);
    const end = performance.now() + MINUTES * 60_000;
    const writes = (async () => {
      for (let number = 1; performance.now() < end; number += 1) {
        await writing.read();
        await writing.write(number);
        acknowledged[number] = performance.now();
        await pause(WRITE_EVERY_MS);
      }
    })();
    for (let asked = 1; performance.now() < end; asked += 1) {
      const at = performance.now();
      const shown = await reading.read(MARK + asked);
      if (!handedOn.has(String(asked))) ages.push(Math.max(0, at - (acknowledged[shown + 1] ?? at)) / 1000);
      await pause(ASK_EVERY_MS);
    }
    await writes;
    const merged = await countCopies(bucket, path);
    const made = (level: string) => (merged.get(level) ?? 0) - (before.get(level) ?? 0);
    const middle = ` (median ${precisely(quantile(ages, 0.5))}, longest ${precisely(Math.max(...ages))})`;
    return [
      atMost(`${ages.length} pages of a reader, age, p99`, quantile(ages, 0.99), MOST_SECONDS, precisely, middle),
      seen("pages that the writer answered instead", handedOn.size),
      seen(`in ${MINUTES} minutes, rows and weeks written`, `${rows.count()} and ${acknowledged.length - 1}`),
      holds(
        "copies merged meanwhile, first and second level",
        `${made("1")} and ${made("2")}`,
        MINUTES < 6 ? "some, none" : "some of both",
        made("1") > 0 && (MINUTES < 6 || made("2") > 0),
      ),
    ];
  } finally {
    await rows.stop();
    await machines.close();
    await proxy?.close();
  }
}

/** How many objects there are of each level. */
async function countCopies({ client, bucket }: Real, path: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let token: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: `${path}/`, ContinuationToken: token }),
    );
    for (const { Key = "" } of page.Contents ?? []) {
      const level = String(Number.parseInt(Key.split("/").at(-2) ?? "", 16));
      counts.set(level, (counts.get(level) ?? 0) + 1);
    }
    token = page.NextContinuationToken;
  } while (token);
  return counts;
}
