import { and, eq } from "drizzle-orm";
import { loopOwnedBy } from "../../app/domain/diary/loops/loops.server";
import { weekDays } from "../../app/domain/diary/rules/calendar";
import { addDays, londonDay } from "../../app/domain/kernel/time/days";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../app/domain/kernel/time/durations";
import { askForFiles } from "../../app/domain/operations/printing/shipment-actions.server";
import { makeShipmentFiles } from "../../app/domain/operations/printing/shipment-files.server";
import {
  noteShipmentDelivered,
  noteShipmentShipped,
  sendToPrinter,
} from "../../app/domain/operations/printing/shipment-steps.server";
import { signOffLoop } from "../../app/domain/operations/printing/sign-off.server";
import { db } from "../../db/client.server";
import { entries, loops, shipments } from "../../db/schema";
import { type Album, pictureOn } from "./album";
import { CAST, type LoopStory, type Person } from "./cast";
import type { Payments } from "./payments";
import { decide } from "./reviews";
import { findStaffIds, must } from "./staff-plan";
import { admitPerson } from "./world";
import { type FinishedWeeks, finishedYears, type PictureName } from "./written-years";
import { eveningOf, writeOneWeek } from "./year";

/**
 * Finished years, so that moderators have made decisions and the print queue has a book in each state. They are short:
 * a few weeks each, with photographs that others have too.
 */

interface FinishedYear extends Pick<FinishedWeeks, "weeks" | "signedOffDaysAgo" | "steps"> {
  person: Person & { loop: LoopStory };
}

const JOINED_DAYS_AGO = 390;
const noOutings = CAST.rosie.loop.outdoors;

const YEARS: readonly FinishedYear[] = finishedYears.map(
  ({ firstName, lastName, theme, type, title, address, ...year }) => ({
    ...year,
    person: {
      firstName,
      lastName,
      email: `${firstName}.${lastName}@demo.loop.example`.toLowerCase(),
      password: "Quarter-of-a-year-90",
      shows: "a year that is over",
      joinedDaysAgo: JOINED_DAYS_AGO,
      loop: { theme, type, title, address, weeks: [], outdoors: noOutings },
    },
  }),
);

/** Creates them. Returns a line that sums up the result. */
export async function finishYears(now: Date, payments: Payments, album: Album): Promise<string> {
  const names = CAST.rosie.loop.weeks.flatMap(({ photos }) => photos).filter((name) => !name.startsWith("outdoors"));
  const { joan: manager, sunil: moderator } = findStaffIds();
  let taken = 0;
  for (const year of YEARS) {
    const { accountId, loopId } = await admitPerson(year.person, now, payments);
    if (!loopId) throw new Error(`${year.person.email} has no loop.`);
    for (const week of year.weeks) {
      const name = names[taken] ?? "cake-1";
      taken += 1;
      const written = await write({ accountId, loopId }, week, name, album);
      const nextMorning = new Date(written.getTime() + 14 * HOUR_MS);
      approve(loopId, week.week, moderator, nextMorning);
    }
    await print(loopId, accountId, year.steps, manager, atNoon(now, year.signedOffDaysAgo));
  }
  flagOne(moderator, atNoon(now, 1));
  return `  ${YEARS.length} years that are over, their books in every place of the print queue`;
}

const atNoon = (now: Date, daysAgo: number) => new Date(`${addDays(londonDay(now), -daysAgo)}T12:00:00Z`);

/** Returns when it was submitted. */
async function write(
  own: { accountId: string; loopId: string },
  written: FinishedYear["weeks"][number],
  photo: PictureName,
  album: Album,
): Promise<Date> {
  const loop = loopOwnedBy(own.accountId, own.loopId);
  if (!loop) throw new Error("The loop is gone.");
  const { week } = written;
  const day = weekDays(loop, week).to;
  const at = eveningOf(day);
  const path = await album.photograph(pictureOn(day, photo, noOutings));
  await writeOneWeek(written, own, [{ path, name: `week-${week}.jpg`, tooLarge: false }], at);
  return at;
}

/** A moderator approves a week. */
function approve(loopId: string, week: number, staffId: string, at: Date): void {
  const found = db
    .select({ id: entries.id })
    .from(entries)
    .where(and(eq(entries.loopId, loopId), eq(entries.week, week)))
    .get();
  if (found) decide(found.id, ["approve", ""], staffId, at);
}

/** Leaves one week flagged for a second moderator. */
function flagOne(staffId: string, at: Date): void {
  const title = CAST.margaret.loop.title;
  const week = db
    .select({ id: entries.id })
    .from(entries)
    .innerJoin(loops, eq(loops.id, entries.loopId))
    .where(and(eq(loops.title, title), eq(entries.week, 3), eq(entries.moderation, "PENDING")))
    .get();
  const note = "A house number can be read in the photo. Second opinion?";
  if (week) decide(week.id, ["flag", note], staffId, at);
}

async function print(
  loopId: string,
  accountId: string,
  steps: FinishedYear["steps"],
  staffId: string,
  at: Date,
): Promise<void> {
  const loop = loopOwnedBy(accountId, loopId);
  const signed = loop && signOffLoop(accountId, loopId, loop.contentVersion, at);
  if (!signed?.ok) throw new Error("A year was not sent to print.");
  const shipment = db.select({ id: shipments.id }).from(shipments).where(eq(shipments.loopId, loopId)).get();
  if (!shipment) throw new Error("A year has no shipment.");
  const { id } = shipment;
  must(askForFiles(id, staffId, new Date(at.getTime() + HOUR_MS)), "Asking for files");
  if (steps.length === 0) return;
  await makeShipmentFiles(id, new Date(at.getTime() + 61 * MINUTE_MS));
  const days = { send: 1, ship: 6, deliver: 9 };
  const actions = {
    send: (shipmentId: string, by: string, when: Date) =>
      sendToPrinter(shipmentId, { staffId: by, whyUnreviewed: null }, when),
    ship: (shipmentId: string, by: string, when: Date) =>
      noteShipmentShipped(shipmentId, { carrier: "Royal Mail", trackingNumber: "RM204877315GB" }, by, when),
    deliver: noteShipmentDelivered,
  };
  for (const step of steps)
    must(actions[step](id, staffId, new Date(at.getTime() + days[step] * DAY_MS)), `To ${step} a shipment`);
}
