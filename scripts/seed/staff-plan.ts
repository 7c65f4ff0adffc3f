import { db } from "../../db/client.server";
import { staff } from "../../db/schema";
import type { Album } from "./album";
import { STAFF } from "./cast";
import type { Payments } from "./payments";
import type { BegunYear } from "./small-years";

/** The plan of the staff's work: who acts, when, and on whose year. */

export type StaffIds = Record<keyof typeof STAFF, string>;

export function findStaffIds(): StaffIds {
  const ids = new Map(
    db
      .select()
      .from(staff)
      .all()
      .map(({ email, id }) => [email, id]),
  );
  const idOf = (key: keyof typeof STAFF) => ids.get(STAFF[key].email) ?? "";
  return { joan: idOf("joan"), sunil: idOf("sunil"), bea: idOf("bea"), hal: idOf("hal") };
}

export interface Means {
  now: Date;
  staffIds: StaffIds;
  payments: Payments;
  album: Album;
}

export type Plan = Means & {
  /** Plans an action this many days before now, at ten in the morning UTC unless another time is given. */
  on(daysAgo: number, happen: (at: Date) => unknown, time?: string): void;
  /** The small years by title, once they have begun. */
  years: Map<string, BegunYear>;
};

/** @throws Error when the app refuses what the staff did. */
export function must(result: { ok: boolean; reason?: string }, what: string): void {
  if (!result.ok) throw new Error(`${what} was refused: ${result.reason ?? "for no reason"}.`);
}

export function yearOf({ years }: Plan, title: string): BegunYear {
  const year = years.get(title);
  if (!year) throw new Error(`Nobody has begun “${title}”.`);
  return year;
}
