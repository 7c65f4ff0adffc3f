import type { Check, RunbookPage } from "./check";
import { COPIES } from "./copies.server";
import { DIRECTORY } from "./directory.server";
import { MACHINE } from "./machine.server";
import { MAIL } from "./mail.server";
import { PAYMENTS } from "./payments.server";
import { PRINTER } from "./printer.server";
import { PROCESSES } from "./processes.server";
import { RELAY_AND_ADDRESS } from "./relay-and-address.server";
import { RUNBOOK, titleOf, whatToDoPath } from "./runbook";
import { STORAGE } from "./storage.server";

/** Every check, in the order in which its readers list them. */
export const CHECKS: readonly Check[] = [
  ...MACHINE,
  ...COPIES,
  ...MAIL,
  ...STORAGE,
  ...PAYMENTS,
  ...PRINTER,
  ...RELAY_AND_ADDRESS,
  ...DIRECTORY,
  ...PROCESSES,
];

/** Every page of the runbook by its kind of alarm: of events, and of checks. */
export const PAGES: ReadonlyMap<string, RunbookPage> = new Map([
  ...Object.entries(RUNBOOK),
  ...CHECKS.flatMap(({ alarms = {} }) => Object.entries(alarms)),
]);

/** What staff read of a kind of alarm: its title, and the way to its page where it is still raised. */
export function describeAlarm(kind: string): { title: string; whatToDo: string | null } {
  const page = PAGES.get(kind);
  return { title: titleOf(kind, page), whatToDo: page ? whatToDoPath(kind) : null };
}
