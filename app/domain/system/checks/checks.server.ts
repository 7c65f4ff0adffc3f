import { ADDRESS } from "./address.server";
import type { Check, RunbookPage } from "./check";
import { COPIES } from "./copies.server";
import { DIRECTORY } from "./directory.server";
import { DNS } from "./dns.server";
import { MACHINE } from "./machine.server";
import { MAIL } from "./mail.server";
import { MAIL_REPORTS } from "./mail-reports.server";
import { PARTS } from "./parts.server";
import { PAYMENTS } from "./payments.server";
import { PHOTOS } from "./photos.server";
import { PRINTER } from "./printer.server";
import { PROCESSES } from "./processes.server";
import { PROGRAMS } from "./programs.server";
import { RELAY_AND_ADDRESS } from "./relay-and-address.server";
import { RUNBOOK, titleOf, whatToDoPath } from "./runbook";
import { SECRETS } from "./secrets.server";
import { SHOP_SETTINGS } from "./shop-settings.server";
import { STORAGE } from "./storage.server";

/** Every check, in the order in which its readers list them. */
export const CHECKS: readonly Check[] = [
  ...[...MACHINE, ...PROGRAMS, ...COPIES, ...ADDRESS, ...SECRETS, ...SHOP_SETTINGS],
  ...[...MAIL, ...MAIL_REPORTS, ...DNS, ...STORAGE, ...PHOTOS, ...PAYMENTS, ...PRINTER],
  ...[...RELAY_AND_ADDRESS, ...DIRECTORY, ...PROCESSES, ...PARTS],
];

/** Every page of the runbook by its kind of alarm: of events, and of checks. */
export const PAGES: ReadonlyMap<string, RunbookPage> = new Map<string, RunbookPage>([
  ...Object.entries(RUNBOOK),
  ...CHECKS.flatMap(({ alarm }) => (alarm ? [[alarm.kind, alarm] as const] : [])),
]);

/** What staff read of a kind of alarm: its title, and the way to its page where it is still raised. */
export function describeAlarm(kind: string): { title: string; whatToDo: string | null } {
  const page = PAGES.get(kind);
  return { title: titleOf(kind, page), whatToDo: page ? whatToDoPath(kind) : null };
}
