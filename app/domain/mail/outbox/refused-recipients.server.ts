import { and, asc, eq, gt, isNotNull, like, ne, or, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareAll, prepareGet } from "#db/queries.server";
import { emails } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/domain/kernel/time/durations";
import { deliveryRule, isStale } from "../kinds/email-kinds";
import { isRefused, noteRefused, pauseFrom, stopSending } from "./circuit-breaker.server";
import { closeEmail, type EmailRow, emailQueue, erasedAtEnd } from "./email-endings.server";

/**
 * Recipients whose address the relay refuses. One of them is given up at once: the address is wrong. Several in a row show
 * that the relay knows no recipient at all: sending stops, and they wait again. Until that is decided each keeps its text.
 * Made-up addresses, with which anybody may register, prove nothing against a relay that has just taken another one.
 */

/** So many addresses at so many domains, refused with the same code and with none accepted between, stop sending. */
export const REFUSED_ADDRESSES = 5;
export const REFUSED_DOMAINS = 3;
/** Not while the last accepted one is no older than this. */
export const TRUSTED_MINUTES = 10;
/** A refusal is a reason to doubt the relay for this long. */
const DOUBT_HOURS = 24;

/** "5.1.1" of "550 5.1.1 No such user"; null where the relay did not say it so. */
const codeIn = (reply: string | null) => /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(reply ?? "")?.[1] ?? null;

const hasCode =
  (code: string | null) =>
  ({ failure }: EmailRow) =>
    codeIn(failure) === code;

const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1).toLowerCase();

/** The domain we send from and those above it: a relay that knows only its own recipients accepts these. */
const OUR_DOMAINS = domainOf(settings.mailFrom.address)
  .split(".")
  .map((_, place, labels) => labels.slice(place).join("."));
const isOurs = (address: string) => OUR_DOMAINS.includes(domainOf(address));

const isDoubted = and(eq(emails.state, sql`'dead'`), isNotNull(emails.refusedAt));
/** Whether the relay has accepted an email to this address before, which is not one of our own. */
const wasReached = (address: string) => !isOurs(address) && findSentTo(address) !== undefined;

const findSentTo = prepareGet((address: string) =>
  db
    .select({ id: emails.id })
    .from(emails)
    .where(and(eq(emails.toEmail, address), eq(emails.state, "sent"))),
);

const isElsewhere = sql`lower(substr(emails.to_email, instr(emails.to_email, '@') + 1)) NOT IN ${OUR_DOMAINS}`;

/**
 * Sorts recipients who have received an email before to the front: if the relay refuses even them, the relay is at
 * fault rather than the address.
 */
export const REACHED_FIRST = sql`EXISTS (
    SELECT 1 FROM emails AS reached WHERE reached.to_email = emails.to_email AND reached.state = 'sent'
  ) AND ${isElsewhere} DESC`;

/** Gives an email up that was refused for its recipient's address; its text stays while that is in doubt. */
export function giveUpRecipient(email: EmailRow, reply: string, now: Date): void {
  const failure = reply.slice(0, 500);
  // Once brought back, it is given up for good.
  if (codeIn(reply) === null || email.refusedAt !== null) {
    closeEmail(db, email, { state: "dead", failure });
    return;
  }
  emailQueue.settle(db, email, { state: "dead", failure, refusedAt: now, takenUntil: null, giftBefore: null });
}

/**
 * Stops sending where the refused recipients show that the fault is the relay's.
 * @returns the ids of those that wait again.
 */
export function stopWhereRelayKnowsNobody(now: Date): string[] {
  const isMany = (all: readonly EmailRow[]) =>
    new Set(all.map(({ toEmail }) => toEmail.toLowerCase())).size >= REFUSED_ADDRESSES &&
    new Set(all.map(({ toEmail }) => domainOf(toEmail))).size >= REFUSED_DOMAINS;
  const all = listDoubted();
  const elsewhere = all.filter(({ toEmail }) => !isOurs(toEmail));
  const last = elsewhere.findLast(({ failure }) => isMany(elsewhere.filter(hasCode(codeIn(failure)))));
  const trustedSince = new Date(now.getTime() - TRUSTED_MINUTES * MINUTE_MS);
  if (!last || findAcceptedSince(new Date(now.getTime() - 7 * DAY_MS), trustedSince)) return [];
  return write((tx) => {
    stopSending(tx, last.failure ?? "", now);
    return all.filter((one) => bringBack(tx, one, now)).map(({ id }) => id);
  });
}

const listDoubted = prepareAll(() => db.select().from(emails).where(isDoubted).orderBy(asc(emails.refusedAt)));

// An email that was sent just now was created in the last days, so the index on createdAt finds it.
const findAcceptedSince = prepareGet((created: Date, since: Date) =>
  db
    .select({ id: emails.id })
    .from(emails)
    .where(and(gt(emails.createdAt, created), gt(emails.sentAt, since), isElsewhere)),
);

/** Lets an email wait again, unless it has been replaced since. */
function bringBack(tx: Transaction, email: EmailRow, now: Date): boolean {
  if (isReplaced(tx, email)) {
    endDoubt(tx, email);
    return false;
  }
  tx.update(emails)
    .set({ state: "waiting", lane: deliveryRule(email.kind).lane, nextTryAt: pauseFrom(email.lane, now) })
    .where(eq(emails.id, email.id))
    .run();
  return true;
}

/** Whether it was sent again in another row, or its gift was. */
function isReplaced(tx: Transaction, { id, kind, dedupeKey }: EmailRow): boolean {
  const [, voucherId = ""] = dedupeKey.split(":");
  const isLaterGift = and(like(emails.dedupeKey, `gift:${voucherId}:%`), gt(emails.dedupeKey, dedupeKey));
  const isCopy = eq(emails.resendOf, id);
  return (
    tx
      .select({ id: emails.id })
      .from(emails)
      .where(and(kind === "gift" ? or(isCopy, isLaterGift) : isCopy, ne(emails.state, "cancelled")))
      .get() !== undefined
  );
}

/**
 * An email that is refused for its recipient while sending is stopped: none is given up then. Somebody who was reached
 * before shows again that it is the relay's fault; anybody else shows nothing.
 * @returns when it is tried again; null where it is given up, because no relay would take it.
 */
export function putOffRecipient(email: EmailRow, reply: string, now: Date): Date | null {
  if (codeIn(reply) === null) return null;
  if (wasReached(email.toEmail)) noteRefused(email, reply, true, now);
  return pauseFrom(email.lane, now);
}

/**
 * Whether an accepted email shows that the relay works. One to our own domain does only where no other address is
 * refused: a relay for a company's own mailboxes takes just these.
 */
export function showsThatItWorks({ toEmail }: EmailRow): boolean {
  return !isOurs(toEmail) || [...listDoubted(), ...listRefused()].every((one) => isOurs(one.toEmail));
}

const listRefused = prepareAll(() => db.selectDistinct({ toEmail: emails.toEmail }).from(emails).where(isRefused));

/** The relay works: those it refused are given up for good. */
export function endDoubts(): void {
  endAll(listDoubted());
}

/** Ends the doubts that have grown old, and those about a code that has run out, whose text is no use any more. */
export function endOldDoubts(now: Date): void {
  endAll(
    listDoubted().filter(
      ({ kind, createdAt, refusedAt }) =>
        isStale(kind, createdAt, now) || now.getTime() - (refusedAt?.getTime() ?? 0) >= DOUBT_HOURS * HOUR_MS,
    ),
  );
}

function endAll(all: readonly EmailRow[]): void {
  if (all.length === 0) return;
  write((tx) => {
    for (const email of all) endDoubt(tx, email);
  });
}

function endDoubt(tx: Transaction, { id, kind, failure }: EmailRow): void {
  tx.update(emails)
    .set(erasedAtEnd(kind, failure))
    .where(and(eq(emails.id, id), isDoubted))
    .run();
}
