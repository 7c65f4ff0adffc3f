import { db } from "../../db/client.server";
import { staff } from "../../db/schema";
import type { Album } from "./album";
import { STAFF } from "./cast";
import type { Payments } from "./payments";
import type { BegunYear } from "./small-years";

/** How the staff’s work in the demonstration is planned: by whom, when, and about whose year. */

export type App = Record<keyof typeof STAFF, string>;

/** The ids of the staff of the demonstration. */
export function theStaff(): App {
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
  app: App;
  payments: Payments;
  album: Pick<Album, "photograph">;
}

export type Plan = Means & {
  /** Notes down an act for ten in the morning UTC, so many days before now, or at another hour. */
  on(daysAgo: number, happen: (at: Date) => unknown, time?: string): void;
  /** The small years by their titles, as far as they have begun. */
  years: Map<string, BegunYear>;
};

/** @throws Error where the house refuses what the staff did. */
export function must(result: { ok: boolean; reason?: string }, what: string): void {
  if (!result.ok) throw new Error(`${what} was refused: ${result.reason ?? "for no reason"}.`);
}

export function yearOf({ years }: Plan, title: string): BegunYear {
  const year = years.get(title);
  if (!year) throw new Error(`Nobody has begun “${title}”.`);
  return year;
}
