import { and, eq } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { prepareAll, prepareRun } from "#db/queries.server";
import { loops, orderLines, orders, shipments } from "#db/schema";
import { nameOfLoop } from "~/domain/diary/catalogue/catalogue";
import type { PriceList } from "~/domain/diary/catalogue/prices";
import { readPrices } from "~/domain/diary/catalogue/prices.server";
import { bookDayOf, soonestBookDay } from "~/domain/diary/loops/book-days";
import { IS_NOT_CANCELLED } from "~/domain/diary/loops/cancelled-loops.server";
import { type Binding, nameOfCopy } from "~/domain/kernel/book-format/bindings";
import { londonDay } from "~/domain/kernel/time/days";
import type { DeliveryAddress } from "~/domain/people/addresses/forms";
import { type Totals, totalCopies } from "../order-rules/pricing";
import { storeTexts } from "../terms/stored-texts.server";
import { type CartItem, readItemId } from "./cart";
import { newOrderNumber, type Order, orderOf } from "./orders.server";

/**
 * Extra copies of a book. Only the owner of a loop may order copies of it, since a copy shows everything they wrote.
 * Copies of a loop that is still being written are printed and delivered with it.
 */

export interface CopyLine {
  itemId: string;
  loopId: string;
  edition: Binding;
  title: string;
  /** A theme of the catalogue, as the loop has it. */
  theme: string;
  type: string;
  unitPence: number;
  quantity: number;
  /** The loop is still being written, and its copies are delivered with it. */
  comesWithLoop: boolean;
  /** The delivery day of the loop, "YYYY-MM-DD". */
  loopDeliveryDay: string;
}

export interface CopiesQuote extends Totals {
  lines: CopyLine[];
  /** Whole per cent, for the text beside the tax. */
  taxPercent: number;
}

/** What this person's cart holds and costs now. Books of other people are left out. */
export function quoteCopies(accountId: string, items: readonly CartItem[]): CopiesQuote {
  return quoteWith(readPrices(), accountId, items);
}

function quoteWith(prices: PriceList, accountId: string, items: readonly CartItem[]): CopiesQuote {
  const named = items.flatMap((item) => {
    const name = readItemId(item.itemId);
    return name ? [{ ...item, ...name }] : [];
  });
  const found = named.length === 0 ? [] : listLoops(accountId);
  const lines = named.flatMap(({ loopId, ...item }): CopyLine[] => {
    const loop = found.find(({ id }) => id === loopId);
    if (!loop) return [];
    const { id, theme, type, status, deliveryDay } = loop;
    const title = nameOfLoop(loop);
    return [
      {
        ...item,
        loopId: id,
        theme,
        type,
        title,
        unitPence: item.edition === "luxury" ? prices.bookCopyLuxuryPence : prices.bookCopyStandardPence,
        comesWithLoop: status === "ACTIVE",
        loopDeliveryDay: deliveryDay,
      },
    ];
  });
  return { lines, taxPercent: prices.bookCopyTaxPercent, ...totalCopies(prices, lines) };
}

const listLoops = prepareAll((accountId: string) =>
  db
    .select()
    .from(loops)
    .where(and(eq(loops.accountId, accountId), IS_NOT_CANCELLED)),
);

export interface CopiesOrderRequest {
  accountId: string;
  basketKey: string;
  items: readonly CartItem[];
  address: DeliveryAddress;
  buyer: { email: string; firstName: string; lastName: string; isTest: boolean };
}

export type PlaceCopiesResult =
  | { ok: true; order: Order }
  | { ok: false; reason: "already_paid"; order: Order }
  | { ok: false; reason: "empty" };

/** Writes the order of a cart, or updates the pending order of the same basket. */
export function placeCopiesOrder(request: CopiesOrderRequest, now: Date): PlaceCopiesResult {
  const { accountId, basketKey } = request;
  return write((tx): PlaceCopiesResult => {
    const earlier = orderOf(accountId, basketKey);
    if (earlier && earlier.status !== "PENDING") return { ok: false, reason: "already_paid", order: earlier };
    const prices = readPrices();
    const { lines, taxPercent: _, ...totals } = quoteWith(prices, accountId, request.items);
    if (lines.length === 0) return { ok: false, reason: "empty" };
    const id = earlier?.id ?? newId();
    const values = {
      ...totals,
      pricing: JSON.stringify(prices),
      deliveryAddress: JSON.stringify(request.address),
      ...request.buyer,
      ...storeTexts(now),
      updatedAt: now,
    };
    const order = earlier
      ? tx.update(orders).set(values).where(eq(orders.id, id)).returning().get()
      : tx
          .insert(orders)
          .values({
            id,
            accountId,
            basketKey,
            kind: "book_copies" as const,
            number: newOrderNumber(),
            createdAt: now,
            ...values,
          })
          .returning()
          .get();
    deleteLines(id);
    tx.insert(orderLines)
      .values(lines.map((line) => ({ orderId: id, ...describeLine(line) })))
      .run();
    return { ok: true, order };
  });
}

const deleteLines = prepareRun((id: string) => db.delete(orderLines).where(eq(orderLines.orderId, id)));

function describeLine({ itemId, title, edition, unitPence, quantity, loopId }: CopyLine) {
  const description = "Printed and bound for you, and delivered in the UK";
  return {
    itemId,
    name: `${title}, ${nameOfCopy(edition)}`,
    description,
    unitPence,
    quantity,
    loopId,
    edition,
  };
}

/** Queues the copies of a paid order for the printer: one shipment for each book. */
export function queueCopies(tx: Transaction, order: Order, now: Date): void {
  const books = listLoopsOfOrder(order.id);
  const today = londonDay(now);
  for (const { loopId, status, deliveryDay } of books) {
    tx.insert(shipments)
      .values({
        orderId: order.id,
        loopId,
        expectedDay: status === "ACTIVE" ? bookDayOf({ deliveryDay }, today) : soonestBookDay(today),
        createdAt: now,
        updatedAt: now,
      })
      .run();
  }
}

const listLoopsOfOrder = prepareAll((orderId: string) =>
  db
    .selectDistinct({ loopId: orderLines.loopId, status: loops.status, deliveryDay: loops.deliveryDay })
    .from(orderLines)
    .innerJoin(loops, eq(loops.id, orderLines.loopId))
    .where(eq(orderLines.orderId, orderId)),
);
