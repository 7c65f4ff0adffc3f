import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { ListObjectsV2Command } from "@aws-sdk/client-s3";
import { findProgram, startBucket } from "../testing/litestream-and-minio.ts";
import { atMost, type Figure, holds, none, quantile, seconds, seen } from "./harness/figures";
import {
  freeze,
  isRestorable,
  lose,
  newMachine,
  openShop,
  originOf,
  type Place,
  pause,
  run,
  type Shop,
  wordsIn,
} from "./harness/machine";
import { benchAddress, openNetwork } from "./harness/network-machine";
import { makeVisitors, Visitor } from "./harness/saving-visitor";
import { startTwice } from "./harness/started-twice";

/**
 * The night drill: a machine is killed, or hangs, while visitors save words; another takes over; the old one comes back.
 * And two machines that are started on one path at random moments. Each is a machine in namespaces of its own.
 * TAKEOVERS=6 and RACES=100 make a long run.
 */

const TAKEOVERS = Number(process.env.TAKEOVERS ?? 3);
const RACES = Number(process.env.RACES ?? 10);
const MOST_SECONDS = 60;
const MOST_LOST_SECONDS = 10;
/** Litestream is at work by then, and the first copies are made. */
const SHORTEST_LIFE_MS = 4_000;
const SPREAD_MS = 6_000;
/** A woken machine notices within ten seconds that it has lost the copies, on a busy one too. */
const LONGEST_WAKE_MS = 20_000;
const LONGEST_OPENING_MS = 180_000;

type Real = Awaited<ReturnType<typeof startBucket>>;

/** Of a machine that wakes as a whole, and of one whose Litestream wakes first, as the worst that can happen. */
const EARLIER_MS = { killed: 0, hung: 0, "hung, Litestream wakes first": 2_500 };
type Kind = keyof typeof EARLIER_MS;
const KINDS = Object.keys(EARLIER_MS) as Kind[];

interface Outcome {
  kind: Kind;
  untilWriting: number;
  acknowledged: number;
  lost: number;
  oldestLost: number;
  /** Answered by the machine that hung, after it woke. */
  late: number;
  /** Of the copies that the new one made, by the old one after it woke. */
  overwritten: number;
  isRefused: boolean;
  isWhole: boolean;
  isNamed: boolean;
}

export async function measure(): Promise<Figure[]> {
  if (!findProgram("litestream") || !findProgram("minio"))
    throw new Error("litestream and minio have to be on the PATH (scripts/README.md).");
  const refusal = openNetwork();
  if (refusal) return [holds("machines", `not run: ${refusal}`, "run", false)];
  const bucket = await startBucket({ host: benchAddress() });
  // A restore reads the bucket's key where a start does: in the environment.
  Object.assign(process.env, bucket.settings);
  try {
    const outcomes: Outcome[] = [];
    for (let turn = 0; turn < TAKEOVERS; turn += 1) {
      const outcome = await takeOver(bucket, `taken-${turn}`, KINDS[turn % KINDS.length] ?? "killed");
      console.log(`take-over ${turn + 1}:`, JSON.stringify(outcome));
      outcomes.push(outcome);
    }
    return [...figuresOf(outcomes), ...(await startTwice(bucket, RACES))];
  } finally {
    await bucket.close();
  }
}

function figuresOf(outcomes: readonly Outcome[]): Figure[] {
  const of = (key: "untilWriting" | "acknowledged" | "lost" | "oldestLost" | "late" | "overwritten") =>
    outcomes.map((one) => one[key]);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const without = (key: "isRefused" | "isWhole" | "isNamed") => outcomes.filter((one) => !one[key]).length;
  const median = (values: readonly number[]) => ` (median ${seconds(quantile(values, 0.5))})`;
  return [
    atMost(
      `${outcomes.length} take-overs, until the first words were saved again`,
      Math.max(...of("untilWriting")),
      MOST_SECONDS,
      seconds,
      median(of("untilWriting")),
    ),
    atMost(
      `of ${sum(of("acknowledged"))} saves ${sum(of("lost"))} lost, the oldest before the end`,
      Math.max(...of("oldestLost")),
      MOST_LOST_SECONDS,
      seconds,
      median(of("oldestLost")),
    ),
    seen("answered by a machine that hung, after it woke", sum(of("late"))),
    seen("objects of the new one that it overwrote", sum(of("overwritten"))),
    none("old machines that were not shut out, awake or at their next start", without("isRefused")),
    none("copies that were damaged or lacked what was saved since", without("isWhole")),
    none("files that did not name exactly the lost words", without("isNamed")),
  ];
}

async function takeOver(bucket: Real, path: string, kind: Kind): Promise<Outcome> {
  const people = await makeVisitors(path);
  const [old, next] = [newMachine({ bucket, path }, true), newMachine({ bucket, path }, false)];
  const first = await openShop(old);
  let second: Shop | undefined;
  let wakes: ReturnType<typeof freeze> | undefined;
  try {
    await first.opened;
    const visitors = await Promise.all(people.map((person) => Visitor.signIn(originOf(first), person)));
    const saving = visitors.map((visitor) => visitor.saveAllTheTime());
    await pause(SHORTEST_LIFE_MS + Math.random() * SPREAD_MS);
    const lostAt = Date.now();
    if (kind === "killed") void lose(first);
    else wakes = freeze(first);
    for (const visitor of visitors) visitor.stop();
    const early = visitors.flatMap(({ saved }) => [...saved]);

    const taken = await run("take-over", next);
    if (taken.code !== 0) throw new Error(taken.output);
    second = await openShop(next);
    const [writer] = visitors;
    if (!writer) throw new Error("Nobody writes.");
    await writer.moveTo(originOf(second), LONGEST_OPENING_MS);
    const untilWriting = (Date.now() - lostAt) / 1000;
    await Promise.all(visitors.slice(1).map((visitor) => visitor.moveTo(originOf(second as Shop), LONGEST_OPENING_MS)));
    const again = visitors.map((visitor) => visitor.saveAllTheTime());
    await pause(Math.random() * SPREAD_MS);
    const copies = await copiesIn(bucket, path);
    await wakes?.wake(EARLIER_MS[kind]);
    const isShutOut = kind === "killed" || (await endsWithin(first, LONGEST_WAKE_MS));
    await pause(1_000);
    for (const visitor of visitors) {
      visitor.stop();
      visitor.giveUp();
    }
    await Promise.all([...saving, ...again]);
    const after = await copiesIn(bucket, path);
    const overwritten = [...copies].filter(([key, tag]) => (after.get(key) ?? tag) !== tag).length;

    const isWhole = await isRestorable(next);
    const started = await openShop(old);
    const isRefused = isShutOut && (await started.ended) === 1 && started.output().includes("may be older");
    const acknowledged = new Map(visitors.flatMap(({ saved }) => [...saved]));
    const stored = new Set(wordsIn(next));
    const lost = [...acknowledged].filter(([words]) => !stored.has(words));
    const lostEarly = early.filter(([words]) => !stored.has(words));
    const oldestLost = Math.max(0, ...lostEarly.map(([, at]) => (lostAt - at) / 1000));
    return {
      ...{ kind, untilWriting, acknowledged: acknowledged.size, lost: lostEarly.length, oldestLost },
      ...{ late: lost.length - lostEarly.length, overwritten },
      ...{ isRefused, isWhole, isNamed: await areNamed(old, new Set(lost.map(([words]) => words)), stored) },
    };
  } finally {
    wakes?.kill();
    await lose(first);
    if (second) await lose(second);
    for (const { dataFolder } of [old, next]) rmSync(dataFolder, { recursive: true, force: true });
  }
}

/** The objects at the path, each with what it holds. */
async function copiesIn({ client, bucket }: Real, path: string): Promise<Map<string, string>> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: `${path}/` }));
  return new Map(Contents.map(({ Key = "", ETag = "" }) => [Key, ETag]));
}

async function endsWithin(shop: Shop, milliseconds: number): Promise<boolean> {
  const ended = await Promise.race([shop.ended, pause(milliseconds)]);
  return ended === 1 && shop.output().includes("has stopped saving");
}

/** Whether `npm run missed` on the old volume names these words and no others, to its owner alone. */
async function areNamed(old: Place, lost: ReadonlySet<string>, stored: ReadonlySet<string>): Promise<boolean> {
  const had = new Set(wordsIn(old));
  const missed = await run("missed", old);
  if (missed.code !== 0) throw new Error(missed.output);
  const file = join(old.dataFolder, "newer", "missed.txt");
  const named = new Set(readFileSync(file, "utf8").match(/words-[\w-]+/g));
  const unnamed = [...lost].filter((words) => !named.has(words));
  // Words that were saved and never acknowledged are named too.
  const needless = [...named].filter((words) => stored.has(words) || !had.has(words));
  if (unnamed.length + needless.length > 0) console.error({ unnamed, needless });
  return unnamed.length + needless.length === 0 && (statSync(file).mode & 0o777) === 0o600;
}
