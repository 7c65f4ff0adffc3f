import type { Season } from "./album";
import { nellsFirstYear, type PictureName, rosieAndTom, type WrittenWeek } from "./written-years";

/**
 * The people of the demo world and of the tests: their names, logins, and the progress of their year. Days are counted
 * back from the day of seeding, so the world is always current.
 */

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  /** What their account demonstrates. */
  readonly shows: string;
  /** Days since they registered; 0 means minutes ago. */
  readonly joinedDaysAgo: number;
  readonly loop?: LoopStory;
  readonly gift?: GiftStory;
}

export interface LoopStory {
  readonly theme: string;
  readonly type: string;
  readonly title: string;
  readonly address: { line1: string; city: string; postcode: string };
  readonly weeks: readonly WrittenWeek[];
  /** The pictures of an outing, by season; "outdoors-1" is the first of its season. */
  readonly outdoors: Readonly<Record<Season, readonly PictureName[]>>;
}

export interface GiftStory {
  readonly theme: string;
  readonly type: string;
  readonly message: string;
  readonly to: { readonly name: string; readonly email: string };
  readonly boughtDaysAgo: number;
  /** The giver's own address. */
  readonly address: LoopStory["address"];
}

const callum = {
  firstName: "Callum",
  lastName: "Reid",
  email: "callum@demo.loop.example",
  password: "Not-opened-yet-1",
  shows: "was given a voucher and has not redeemed it",
  joinedDaysAgo: 9,
} satisfies Person;

export const CAST = {
  margaret: {
    firstName: "Margaret",
    lastName: "Okafor",
    email: "margaret@demo.loop.example",
    password: "Two-feet-at-4am",
    shows: "in week 23 of Nell’s First Year: 19 weeks written, weeks 8, 15 and 19 open",
    // The third day of week 23.
    joinedDaysAgo: 157,
    loop: {
      theme: "family",
      type: "babys-first-year",
      title: "Nell’s First Year",
      address: { line1: "12 Mill Lane", city: "Hebden Bridge", postcode: "HX7 8AB" },
      weeks: nellsFirstYear,
      outdoors: {
        Winter: ["snow-6"],
        Spring: ["kite-10"],
        Summer: ["beach-4"],
        Autumn: ["autumn-1"],
      },
    },
  },
  rosie: {
    firstName: "Rosie",
    lastName: "Lister",
    email: "rosie@demo.loop.example",
    password: "Those-in-favour-52",
    shows: "a wedding year with all 52 weeks written, not yet sent to print",
    // Two days after the last day of week 52.
    joinedDaysAgo: 366,
    loop: {
      theme: "celebration",
      type: "wedding",
      title: "Rosie & Tom",
      address: { line1: "7 Albion Row", city: "Otley", postcode: "LS21 3EX" },
      weeks: rosieAndTom,
      outdoors: {
        Winter: ["snow-1"],
        Spring: ["kite-1"],
        Summer: ["lake-9"],
        Autumn: ["autumn-11"],
      },
    },
  },
  winifred: {
    firstName: "Winifred",
    lastName: "Shaw",
    email: "winifred@demo.loop.example",
    password: "Parcel-string-12",
    shows: "bought the voucher that Callum has",
    joinedDaysAgo: 12,
    gift: {
      theme: "pet",
      type: "puppys-first-year",
      message: "For the first year of whatever it is you have brought home. Write it all down. Love, Auntie Win",
      to: { name: "Callum", email: callum.email },
      boughtDaysAgo: 10,
      address: { line1: "The Old Post Office", city: "Settle", postcode: "BD24 9EF" },
    },
  },
  callum,
  ines: {
    firstName: "Inês",
    lastName: "Carvalho",
    email: "ines@demo.loop.example",
    password: "First-page-of-52",
    shows: "brand new: registered and confirmed, nothing bought",
    joinedDaysAgo: 0,
  },
} satisfies Record<string, Person>;

export interface StaffMember {
  readonly name: string;
  readonly email: string;
  readonly role: "super_admin" | "moderator" | "support" | "marketing";
  readonly password: string;
  /** The secret of the second factor, in base 32 as an authenticator app expects it. */
  readonly totpSecret: string;
}

export const STAFF = {
  joan: {
    name: "Joan Whitlock",
    email: "joan@demo.loop.example",
    role: "super_admin",
    password: "Ledger-and-lamp-7",
    totpSecret: "MFZWCZDPNVSW45DPOJ4XEYLTNFXGO2LU",
  },
  sunil: {
    name: "Sunil Rao",
    email: "sunil@demo.loop.example",
    role: "moderator",
    password: "Second-pair-of-eyes-2",
    totpSecret: "NRXW64DTMVRXK4TJOR4WO33PMRXGSZ3I",
  },
  bea: {
    name: "Bea Lockwood",
    email: "bea@demo.loop.example",
    role: "support",
    password: "Kettle-then-telephone-3",
    totpSecret: "ORUGK5DFNRSXA2DPNZSXE2LOM5ZWC5DO",
  },
  hal: {
    name: "Hal Kitching",
    email: "hal@demo.loop.example",
    role: "marketing",
    password: "Ribbon-and-raffle-8",
    totpSecret: "OJUWEYTPNZQW4ZDSMFTGM3DFORUWG23F",
  },
} satisfies Record<string, StaffMember>;
