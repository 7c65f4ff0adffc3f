import { and, eq } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { accounts, type loops } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { londonDay } from "~/domain/kernel/time/days";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { isGuestRow } from "~/domain/people/accounts/guests.server";
import { receiptUrl } from "~/domain/people/accounts/receipt-links.server";
import { findLoopType } from "../catalogue/catalogue";
import { promptForWeek } from "../catalogue/prompts";
import { WEEKS, weekDays } from "../rules/calendar";
import { formatStart } from "./starting";
import { yearDates } from "./year-dates-email";

/** Emails the owner of a new loop its dates, once, in the transaction that begins it. */
export function notifyDates(
  tx: Transaction,
  loop: typeof loops.$inferSelect,
  voucher: { giverName: string | null } | null,
  firstStart: string | null,
  now: Date,
): void {
  const owner = findOwner(loop.accountId);
  if (!owner) return;
  const type = findLoopType(loop.theme, loop.type);
  const origin = settings.publicOrigin;
  const isGuest = isGuestRow(owner);
  queueEmail(tx, {
    accountId: owner.id,
    to: { name: `${owner.firstName} ${owner.lastName}`.trim(), email: owner.email },
    dedupeKey: `year-dates:${loop.id}`,
    message: yearDates({
      firstName: owner.firstName,
      loopName: type?.displayName ?? "new",
      theme: type?.themeId ?? null,
      startDay: loop.startDay,
      startsLater: loop.startDay > londonDay(now),
      saysStart: formatStart(loop.startDay, firstStart, londonDay(now)),
      weekOne: weekDays(loop, 1),
      lastDay: weekDays(loop, WEEKS).to,
      deliveryDay: loop.deliveryDay,
      question: type ? promptForWeek(type.themeId, type.key, 1) : null,
      voucher,
      getsWeeklyEmails: owner.notifyByEmail,
      loopUrl: isGuest ? receiptUrl(owner, now) : `${origin}/dashboard?loop=${loop.id}`,
      opensAccount: isGuest,
      datesUrl: `${origin}/loop-settings/${loop.id}`,
      passwordUrl: owner.lacksPassword ? `${origin}/forgot-password` : null,
    }),
    now,
  });
}

const findOwner = prepareGet((accountId: string) =>
  db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, accountId), eq(accounts.status, "active"))),
);
