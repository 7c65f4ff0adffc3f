import { and, eq } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { accounts, loops } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import type { PhotoRefusal } from "../rules/photo-rules";
import { unreadablePhoto } from "./photo-emails";
import type { Photo } from "./photos.server";

/** Emails the owner of a photo that could not be used, once, in the transaction that takes it out of its week. */
export function notifyUnreadable(
  tx: Transaction,
  { id, loopId, week, fileName }: Photo,
  refusal: PhotoRefusal,
  now: Date,
): void {
  const owner = findOwner(loopId);
  if (!owner) return;
  queueEmail(tx, {
    accountId: owner.id,
    to: { name: `${owner.firstName} ${owner.lastName}`.trim(), email: owner.email },
    dedupeKey: `photo-unreadable:${id}`,
    message: unreadablePhoto({
      ...{ firstName: owner.firstName, week, fileName, refusal },
      weekUrl: `${settings.publicOrigin}/dashboard?loop=${loopId}&week=${week}#week`,
    }),
    now,
  });
}

const findOwner = prepareGet((loopId: string) =>
  db
    .select({
      id: accounts.id,
      firstName: accounts.firstName,
      lastName: accounts.lastName,
      email: accounts.email,
    })
    .from(loops)
    .innerJoin(accounts, eq(accounts.id, loops.accountId))
    .where(and(eq(loops.id, loopId), eq(accounts.status, "active"))),
);
