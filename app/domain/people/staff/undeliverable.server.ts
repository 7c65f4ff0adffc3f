import { and, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { db } from "#db/client.server";
import { isIn, prepareAll } from "#db/queries.server";
import { accounts, emails } from "#db/schema";

/** People our emails do not reach: one to their address failed for good, and none has arrived there since. */

const laterEmails = alias(emails, "later_emails");

/** Of these people, those whose last email could not be delivered: none has reached their address since. */
export function peopleNotReached(ids: readonly string[]): ReadonlySet<string> {
  return new Set(listUndeliverable([...ids]).map(({ id }) => id));
}

const listUndeliverable = prepareAll((ids: string[]) =>
  db
    .selectDistinct({ id: accounts.id })
    .from(accounts)
    .innerJoin(emails, and(eq(emails.accountId, accounts.id), eq(emails.state, "dead")))
    .leftJoin(
      laterEmails,
      and(
        eq(laterEmails.accountId, accounts.id),
        eq(laterEmails.state, "sent"),
        sql`${laterEmails.sentAt} > ${emails.createdAt}`,
        sql`lower(${laterEmails.toEmail}) = lower(${accounts.email})`,
      ),
    )
    .where(
      and(isIn(accounts.id, ids), sql`lower(${emails.toEmail}) = lower(${accounts.email})`, isNull(laterEmails.id)),
    ),
);
