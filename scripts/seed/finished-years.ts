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
import type { PictureName } from "./written-years";
import { eveningOf, writeOneWeek } from "./year";

/**
 * Finished years, so that moderators have made decisions and the print queue has a book in each state. They are short:
 * a few weeks each, with photographs that others have too.
 */

interface FinishedYear {
  person: Person & { loop: LoopStory };
  weeks: readonly { week: number; title: string; highlight: string; gratitude: string; content: string }[];
  /** How many days ago it was sent to print. */
  signedOffDaysAgo: number;
  /** The steps since then, each some days after the previous one. */
  steps: readonly ("send" | "ship" | "deliver")[];
}

const JOINED_DAYS_AGO = 390;
const noOutings = CAST.rosie.loop.outdoors;

const who = (firstName: string, lastName: string, loop: Omit<LoopStory, "weeks" | "outdoors">) => ({
  firstName,
  lastName,
  email: `${firstName}.${lastName}@demo.loop.example`.toLowerCase(),
  password: "Quarter-of-a-year-90",
  shows: "a year that is over",
  joinedDaysAgo: JOINED_DAYS_AGO,
  loop: { ...loop, weeks: [], outdoors: noOutings },
});

const YEARS: readonly FinishedYear[] = [
  {
    person: who("Dorothy", "Ashworth", {
      theme: "pet",
      type: "my-cat-and-me",
      title: "Biscuit and I",
      address: { line1: "9 Chapel Street", city: "Ludlow", postcode: "SY8 1AA" },
    }),
    weeks: [
      {
        week: 2,
        title: "The airing cupboard",
        highlight: "She came out for the smell of toast.",
        gratitude: "For the neighbour who lent us the carrier.",
        content:
          "I fetched her from the rescue, but for nine days we had a cat in the same way that people have damp. On Thursday she walked in, ate my crust, sat on the crossword and chose me.",
      },
      {
        week: 27,
        title: "",
        highlight: "Biscuit met the hedgehog and neither of them gave way.",
        gratitude: "For warm evenings with the back door open.",
        content:
          "They looked at each other for as long as it takes to boil an egg. Then both remembered something they had to do elsewhere.",
      },
      {
        week: 50,
        title: "A year of fur",
        highlight: "She sleeps on the books now, every one of them.",
        gratitude: "For company that asks for nothing but breakfast.",
        content:
          "In week 1 I was the one with the tin opener. I’ve since been made a chair. The house used to be quiet, and now there is a small engine in it that runs on my lap.",
      },
    ],
    signedOffDaysAgo: 24,
    steps: ["send", "ship", "deliver"],
  },
  {
    person: who("Kwame", "Boateng", {
      theme: "education",
      type: "learn-a-new-skill",
      title: "Forty and a cello",
      address: { line1: "Flat 6, 12 Regent Terrace", city: "Gateshead", postcode: "NE8 1LU" },
    }),
    weeks: [
      {
        week: 1,
        title: "Open strings",
        highlight: "It made a sound, and the dog left the room.",
        gratitude: "For a teacher who laughs with her eyes shut.",
        content:
          "I held the bow as one holds a bus strap. By the end of the hour one note in ten was a note, and I drove home humming it.",
      },
      {
        week: 30,
        title: "",
        highlight: "Played the Swan to the end, slowly, like a goose.",
        gratitude: "For thin walls and kind people behind them.",
        content:
          "The lady upstairs put a card through the door. I thought it was a complaint. It said: again on Sunday, please, and could I leave the window open.",
      },
    ],
    signedOffDaysAgo: 11,
    steps: ["send", "ship"],
  },
  {
    person: who("Sian", "Prosser", {
      theme: "family",
      type: "family-adventures",
      title: "Five in a van",
      address: { line1: "2 Heol y Bont", city: "Brecon", postcode: "LD3 7AB" },
    }),
    weeks: [
      {
        week: 4,
        title: "The wrong Newport",
        highlight: "We slept in a car park and called it a viewpoint.",
        gratitude: "For flasks.",
        content:
          "There are more Newports than the map lets on. Gethin read the directions aloud with such confidence that nobody looked up until the sea was on the other side.",
      },
      {
        week: 33,
        title: "",
        highlight: "All five of us in the same photograph, and nobody blinking.",
        gratitude: "For the stranger who took it twice.",
        content:
          "Gethin is in all of them, from the left. I take them, so you’d think he had brought the twins up alone. This time Mam held the picnic, Gethin held Mam, the twins held each other up, and there was I. Behind us the tent was quietly taking itself down.",
      },
    ],
    signedOffDaysAgo: 5,
    steps: ["send"],
  },
  {
    person: who("Alasdair", "Munro", {
      theme: "celebration",
      type: "anniversary",
      title: "Ruby, our fortieth",
      address: { line1: "14 Shore Road", city: "Oban", postcode: "PA34 4DB" },
    }),
    weeks: [
      {
        week: 8,
        title: "The same bench",
        highlight: "We found our initials, and somebody else’s round them.",
        gratitude: "For knees that still manage the hill.",
        content:
          "The knife. I carved this bench with her father’s, forty years ago, and the row went on for a month: she said I took it, I said borrowed, and her father said something else, in Gaelic. I wouldn’t bother now. I still have the knife.",
      },
      {
        week: 45,
        title: "",
        highlight: "She taught me the waltz again, in the kitchen, in our socks.",
        gratitude: "For the radio, which knew the tune.",
        content:
          "On Friday I came in with the coal and found the table pushed back and the radio on. I lead, in theory. In practice she has been steering since the registry office, and we have never once hit the dresser.",
      },
    ],
    signedOffDaysAgo: 2,
    steps: [],
  },
];

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
