import { randomBytes } from "node:crypto";
import type { App } from "../../support/app";
import type { Visitor } from "../../support/visitor";
import { becomeCustomer, type Customer } from "./customers";
import { change, dayFromToday } from "./records";

/** Loops that were begun some time ago, and what is written in them. */

export interface LoopData {
  title?: string | null;
  theme?: string;
  type?: string;
  /** How many days ago its year began. */
  startedDaysAgo?: number;
  status?: "ACTIVE" | "COMPLETED" | "DELIVERED";
}

/** Loops are listed in the order of their creation, so that no two of a file are of one millisecond. */
let given = 0;

/** A loop of this person's, begun some time ago. Gives its id. */
export function giveLoop({ accountId }: Customer, data: LoopData = {}): string {
  const { title = "Our Year by the Sea", theme = "family", type = "family-adventures" } = data;
  const { startedDaysAgo = 0, status = "ACTIVE" } = data;
  const id = randomBytes(10).toString("hex");
  given += 1;
  const now = Date.now() + given;
  change(
    `INSERT INTO loops (id, account_id, title, theme, type, status, start_day, delivery_day, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[id, accountId, title, theme, type, status, dayFromToday(-startedDaysAgo)],
    ...[dayFromToday(378 - startedDaysAgo), now, now],
  );
  return id;
}

/** Completed entries of these weeks. */
export function giveEntries(loopId: string, weeks: readonly number[]): void {
  for (const week of weeks) {
    const now = Date.now();
    change(
      `INSERT INTO entries (id, loop_id, week, highlight, gratitude, prompt, content, answer_words, all_words, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, 4, 13, ?, ?)`,
      ...[randomBytes(10).toString("hex"), loopId, week, `The highlight of week ${week}`],
      ...[`Thanks in week ${week}`, `What happened in week ${week}?`, `We wrote week ${week}.`, now, now],
    );
  }
}

/** Gives the loop of the dashboard its title, by the link beside its week. */
export async function nameYear(browser: Visitor, title: string): Promise<void> {
  const link = browser.page.links().find(({ words }) => words === "Give your year a title");
  await browser.visit(link?.href ?? "");
  await browser.submit("Save title", { Title: title });
}

/** A newly registered person, signed in, with a loop. */
export interface LoopOwner extends Customer {
  loopId: string;
}

/** The owner of a loop that begins today, by default, with entries of these weeks. */
export async function loopOwner(app: App, data: LoopData = {}, weeks: readonly number[] = []): Promise<LoopOwner> {
  const customer = await becomeCustomer(app);
  const loopId = giveLoop(customer, data);
  giveEntries(loopId, weeks);
  return { ...customer, loopId };
}

/** The owner of a loop without entries at the form of a week, the current one by default. */
export async function loopWriter(app: App, data: LoopData = {}, week?: number): Promise<LoopOwner> {
  const owner = await loopOwner(app, data);
  await owner.browser.visit(`/dashboard?loop=${owner.loopId}${week === undefined ? "" : `&week=${week}`}`);
  return owner;
}

/** The address that books of this loop’s owner go to. */
export function giveAddress({ accountId, loopId }: LoopOwner): void {
  change(
    `INSERT INTO addresses (id, account_id, kind, first_name, last_name, line1, city, postcode, country, created_at, updated_at)
     VALUES (?, ?, 'shipping', 'Ada', 'Quill', '14 Weavers Row', 'Hebden Bridge', 'HX7 8AA', 'GB', 1, 1)`,
    ...[`at-${loopId}`, accountId],
  );
}
