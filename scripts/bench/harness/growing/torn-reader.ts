import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { openReplica } from "../../../../db/replica.server";
import { ACCOUNTS, LINES } from "./ledgers";

/** Reads the ledgers from the copies that the environment names, so many times in so many minutes, and tells what it found. */

export interface Found {
  reads: number;
  torn: string[];
  errors: string[];
  /** How many different ones were met. */
  states: number;
  firstState: number;
  lastState: number;
  perSecond: number;
  longestMs: number;
}

const [library = "", reads = "0", minutes = "0"] = process.argv.slice(2);
const READS = Number(reads);
const MINUTES = Number(minutes);
/** After so many reads, one adds up everything, reads others, and adds up again in the same transaction. */
const LONG_EVERY = 200;
const PAIRS_OF_LONG = 100;
const BATCH = 50;
const OPEN_MS = 60_000;
const LOOK_MS = 250;

const connection = openReplica(library);

await untilThere();
const states = connection.prepare<[], [number, number, number, number]>(
  `SELECT (SELECT state FROM trial_ones WHERE id = 0), (SELECT state FROM trial_twos WHERE id = 0),
     (SELECT max(id) FROM trial_lines), (SELECT count(*) FROM trial_lines)`,
);
const pair = connection.prepare<[number, number], [number, number, number, number]>(
  "SELECT o.state, t.state, o.balance, t.balance FROM trial_ones o, trial_twos t WHERE o.id = ? AND t.id = ?",
);
const sums = connection.prepare<[], [number, number, number]>(
  `SELECT (SELECT sum(balance) FROM trial_ones), (SELECT sum(balance) FROM trial_twos),
     (SELECT sum(length(padding)) FROM trial_ones)`,
);
for (const statement of [states, pair, sums]) statement.raw();

/** What does not agree; nothing where all does. */
const readOnce = connection.transaction((isLong: boolean): { state: number; wrong: string } => {
  const [one = -1, two, last, lines] = states.get() ?? [];
  const wrong = [
    one === two && one === last && lines === LINES ? "" : `states ${one}, ${two}, ${last}, ${lines} lines`,
    pairWrong(randomInt(1, ACCOUNTS)),
  ];
  if (isLong) {
    const before = sums.get() ?? [];
    if ((before[0] ?? 1) + (before[1] ?? 1) !== 0) wrong.push(`sums ${before}`);
    for (let turn = 0; turn < PAIRS_OF_LONG; turn += 1) wrong.push(pairWrong(randomInt(1, ACCOUNTS)));
    const after = [sums.get() ?? [], states.get() ?? []].map(String);
    if (after[0] !== String(before) || after[1] !== String([one, two, last, lines]))
      wrong.push(`${before} then ${after} in one transaction`);
  }
  return { state: one, wrong: wrong.filter(Boolean).join("; ") };
}).immediate;

function pairWrong(id: number): string {
  const [one, two, gained = 0, lost = 1] = pair.get(id, id) ?? [];
  return one === two && gained + lost === 0 ? "" : `account ${id}: ${one}, ${two}, ${gained}, ${lost}`;
}

async function untilThere(): Promise<void> {
  const tables = connection.prepare("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'trial_%'").pluck();
  const end = performance.now() + OPEN_MS;
  while (Number(tables.get()) < 3) {
    if (performance.now() > end) throw new Error("The copies have no ledgers.");
    await wait(LOOK_MS);
  }
}

const found: Found = {
  ...{ reads: 0, torn: [], errors: [], states: 0, firstState: -1, lastState: -1, perSecond: 0, longestMs: 0 },
};
const began = performance.now();
let reading = 0;
while (found.reads < READS) {
  const batchBegan = performance.now();
  for (let turn = 0; turn < BATCH && found.reads < READS; turn += 1) {
    found.reads += 1;
    const readBegan = performance.now();
    try {
      const { state, wrong } = readOnce(found.reads % LONG_EVERY === 0);
      if (wrong) found.torn.push(`read ${found.reads}: ${wrong}`);
      if (state !== found.lastState) found.states += 1;
      if (found.firstState < 0) found.firstState = state;
      found.lastState = state;
    } catch (error) {
      found.errors.push(`read ${found.reads}: ${error instanceof Error ? error.message : error}`);
    }
    found.longestMs = Math.max(found.longestMs, Math.round(performance.now() - readBegan));
  }
  reading += performance.now() - batchBegan;
  const due = began + (found.reads / READS) * MINUTES * 60_000;
  await wait(Math.max(0, due - performance.now()));
}
found.perSecond = Math.round(found.reads / (reading / 1_000));
process.send?.(found);
process.disconnect();
