import { and, eq, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { loopCredits, loops, orders, vouchers } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { isSignatureOf, signatureOf } from "~/domain/kernel/links/signatures.server";
import { sealForReader } from "~/domain/kernel/sealing/sealed-text.server";
import { hashEmail } from "~/domain/people/accounts/email-hash.server";
import { guestOf } from "~/domain/people/accounts/guests.server";
import { isLinkOpen } from "./order-links";

/**
 * The link of a guest's order. Its signature, over the order and the address it was emailed to, is the right to see, change
 * and cancel that one order, and to nothing else of the guest's; a corrected address ends it. Once the order is in an
 * account, the link leads to signing in. Whether the address has an account makes no difference, so that nobody learns it.
 */

type Order = typeof orders.$inferSelect;

const PURPOSE = "order-link";

/** The path of a guest's order. */
export function orderPath({ id, email }: Pick<Order, "id" | "email">): string {
  return `/your-order/${id}.${signatureOf(PURPOSE, signedText(id, email))}`;
}

const signedText = (id: string, email: string) => `${id}:${hashEmail(email)}`;

const ACCOUNT_ORDERS = "/account-settings?tab=orders";

/** Where the buyer of an order sees it, for an email: by its link for a guest, else under Orders. */
export function orderUrl(orderId: string | null): string {
  const order = findOrder(orderId ?? "");
  if (!order?.accountId || !guestOf(order.accountId)) return `${settings.publicOrigin}${ACCOUNT_ORDERS}`;
  return sealForReader("link", `${settings.publicOrigin}${orderPath(order)}`);
}

const findOrder = prepareGet((orderId: string) => db.select().from(orders).where(eq(orders.id, orderId)));

export type LinkReading =
  | { kind: "guest"; order: Order; guestId: string }
  /** The order has moved to an account. */
  | { kind: "account" }
  | { kind: "void" };

/** What the link of an order opens now. */
export function readOrderLink(token: string, now: Date): LinkReading {
  const [, id = "", signature = ""] = /^(\w{8,64})\.([\w-]{43})$/.exec(token) ?? [];
  const found = findLinkedOrder(id);
  if (!found || !isSignatureOf(PURPOSE, signedText(id, found.order.email), signature)) return { kind: "void" };
  const { order, ...facts } = found;
  const guest = guestOf(order.accountId ?? "");
  if (!guest) return { kind: order.accountId === null ? "void" : "account" };
  return isLinkOpen({ ...order, ...facts }, now) ? { kind: "guest", order, guestId: guest.id } : { kind: "void" };
}

const findLinkedOrder = prepareGet((orderId: string) =>
  db
    .select({
      order: orders,
      voucherEndsAt: vouchers.expiresAt,
      isDelivered: sql<boolean>`coalesce(${loops.status} = 'DELIVERED', 0)`.mapWith(Boolean),
    })
    .from(orders)
    .leftJoin(vouchers, eq(vouchers.orderId, orders.id))
    .leftJoin(loopCredits, eq(loopCredits.orderId, orders.id))
    .leftJoin(loops, eq(loops.id, loopCredits.loopId))
    .where(eq(orders.id, orderId)),
);

/** The link of what a guest bought last; null before they have. */
export function newestOrderPath(guestId: string): string | null {
  const order = findNewestPaidOrder(guestId);
  return order ? orderPath(order) : null;
}

const findNewestPaidOrder = prepareGet((guestId: string) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.accountId, guestId), sql`${orders.paidAt} IS NOT NULL`))
    .orderBy(sql`${orders.paidAt} DESC`)
    .limit(1),
);
