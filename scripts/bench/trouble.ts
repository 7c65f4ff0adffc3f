import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { rawConnection } from "../../db/client.server";
import { type Course, EMAILS_MS, figuresOf } from "./harness/fault-figures";
import { FAULTS, type Fault, mountVolume } from "./harness/faults";
import { type Figure, holds, printFigures, seen } from "./harness/figures";
import { watchHealth } from "./harness/health-watch";
import { giveLoop } from "./harness/loops";
import { HOW_TO_GET_CLOCK } from "./harness/moved-clock";
import { makePeople } from "./harness/people";
import type { Member } from "./harness/visitor-acts";
import { type Crowd, letPeopleIn, MEMBERS } from "./harness/visitors";
import { openShop, type WholeShop } from "./harness/whole-shop";

/**
 * A running shop with twenty people in it, and fault that is caused from outside: for each of thirteen faults what
 * the health page, readers and writers were answered, what a person saw, what was lost, how long the shop took to be
 * well again without a restart, and which alarm came when. ONLY=lock,disk-full runs some of them.
 */

const ONLY = process.env.ONLY?.split(",");
const QUIET_MS = 5_000;
/** How long the shop is watched afterwards. */
const AFTER_MS = 15_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export async function measure(): Promise<Figure[]> {
  const unknown = ONLY?.filter((name) => !FAULTS.some((fault) => fault.name === name)) ?? [];
  if (unknown.length > 0)
    throw new Error(`There is no fault "${unknown}". There are: ${FAULTS.map(({ name }) => name).join(", ")}`);
  const folder = mkdtempSync(join(tmpdir(), "loop-bench-trouble-"));
  try {
    const database = join(folder, "prepared.db");
    const members = await prepare(database);
    const figures: Figure[] = [];
    for (const fault of FAULTS) {
      if (ONLY && !ONLY.includes(fault.name)) continue;
      console.log(`${fault.name}: ${fault.cause} …`);
      const isMet = printFigures(fault.name, await measureOne(fault, { folder, database, members }));
      figures.push(holds(fault.name, isMet ? "every limit met" : "a limit missed", "every limit", isMet));
    }
    return [...figures, seen("load of the machine at the end", loadavg()[0]?.toFixed(1) ?? "")];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes the people of every shop once, in this process's own database, and copies it. */
async function prepare(database: string): Promise<Member[]> {
  const emails = Array.from({ length: MEMBERS }, (_, place) => `m${place}@bench.example`);
  const ids = await makePeople(emails, { isProven: true });
  const members = ids.map((id, place) => ({ email: emails[place] ?? "", loopId: giveLoop(id, 0) }));
  rawConnection().prepare("VACUUM INTO ?").run(database);
  return members;
}

interface Given {
  folder: string;
  database: string;
  members: readonly Member[];
}

async function measureOne(fault: Fault, { folder, database, members }: Given): Promise<Figure[]> {
  const own = join(folder, fault.name);
  mkdirSync(own);
  const volume = fault.onVolume ? mountVolume(own) : null;
  if (typeof volume === "string") return [holds(fault.name, `not run: ${volume}`, "run", false)];
  const dataFolder = join(volume?.path ?? own, "data");
  try {
    const shop = await openShop({ database, dataFolder });
    try {
      if (fault.movesClock && !shop.clock.canMove)
        return [holds(fault.name, `not run: no libfaketime (${HOW_TO_GET_CLOCK})`, "run", false)];
      const crowd = await letPeopleIn(
        { origin: shop.origin, isMailed: (email) => shop.relay.received.some((raw) => raw.includes(email)) },
        members.map((member) => ({ ...member })),
      );
      const figures = figuresOf(fault, shop, crowd.diary, await causeFault(fault, shop, crowd));
      // What to look at first.
      if (figures.some(({ isMet }) => !isMet)) for (const line of shop.lastErrors()) console.log(`  ${line}`);
      return figures;
    } finally {
      await shop.close();
    }
  } finally {
    if (volume) volume.unmount();
  }
}

async function causeFault(fault: Fault, shop: WholeShop, crowd: Crowd): Promise<Course> {
  const health = watchHealth(shop.origin);
  await pause(QUIET_MS);
  const known = new Set(shop.alarms);
  const began = performance.now();
  const end = await fault.begin(shop, crowd.diary);
  const movedBefore = shop.clock.ahead();
  await pause(fault.seconds * 1000);
  const alarm = await waitForAlarm(fault, shop, { known, began, movedBefore });
  await end();
  const ended = performance.now();
  const emailsMs = await waitForEmails(shop, ended);
  await pause(Math.max(0, AFTER_MS - (performance.now() - ended)));
  await crowd.leave();
  return { began, ended, looks: await health.end(), alarm, emailsMs };
}

/** The clock goes faster meanwhile, where it can be moved, in steps that let every task run when it is due. */
async function waitForAlarm(
  { alarm, faster = 1 }: Fault,
  shop: WholeShop,
  { known, began, movedBefore }: { known: Set<unknown>; began: number; movedBefore: number },
): Promise<Course["alarm"]> {
  if (!alarm) return null;
  for (;;) {
    const found = shop.alarms.find((one) => !known.has(one) && one.state === "open" && alarm.kinds.includes(one.kind));
    const moved = shop.clock.ahead() - movedBefore;
    if (found) return { kind: found.kind, seconds: (found.at - began) / 1000 + moved };
    if ((performance.now() - began) / 1000 + moved > alarm.withinSeconds) return null;
    await pause(1_000);
    if (faster > 1 && shop.clock.canMove) {
      shop.clock.move(faster - 1);
      shop.servicesClock.move(faster - 1);
    }
  }
}

/** Waits for those that are due or were refused; an email over a cap waits for an hour, fault or not. */
async function waitForEmails(shop: WholeShop, ended: number): Promise<number | null> {
  const listWaiting = () =>
    shop
      .read<{ id: string }>(
        "SELECT id FROM emails WHERE state = 'waiting' AND (tries > 0 OR next_try_at <= ?)",
        Date.now() + shop.clock.ahead() * 1000,
      )
      .map(({ id }) => id);
  const until = listWaiting();
  while (performance.now() - ended < EMAILS_MS) {
    if (!listWaiting().some((id) => until.includes(id))) return performance.now() - ended;
    await pause(500);
  }
  return null;
}
