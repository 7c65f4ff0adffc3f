import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { payments } from "#db/schema";
import { renderReceipt, renderReceiptForStaff } from "~/domain/operations/documents/receipt-document.server";
import { orderRow } from "../../../support/orders";
import { NOW, person } from "../../../support/people";
import { openPdf, pageTexts } from "../../book/books/pdf-reading";

async function wordsOf(rendered: ReturnType<typeof renderReceipt>) {
  const printed = await rendered;
  if (!printed?.ok) return undefined;
  return pageTexts(await openPdf(printed.pdf))
    .join(" ")
    .replace(/\s+/g, " ");
}

function paidOrder(accountId: string, last4: string, given: Parameters<typeof orderRow>[0] = {}) {
  const order = orderRow({ accountId, firstName: "Jean", email: "jean@example.org", ...given });
  const card = { cardBrand: "visa", cardLast4: last4, createdAt: NOW, updatedAt: NOW };
  db.insert(payments)
    .values([
      { orderId: order.id, attempt: 1, status: "failed", amountPence: 1, ...card, cardLast4: "0000" },
      { orderId: order.id, attempt: 2, status: "paid", amountPence: 1, ...card },
    ])
    .run();
  return order;
}

it("a receipt is of an order that its reader paid, with that order’s card, and of no other", async () => {
  const [jean, eve] = [person("Jean"), person("Eve")];
  paidOrder(jean.id, "1111");
  const order = paidOrder(jean.id, "2222");
  const unpaid = orderRow({ accountId: jean.id, paidAt: null, status: "PENDING" });
  const words = await wordsOf(renderReceipt(jean.id, order.id));
  expect(words).toContain(order.number);
  expect(words).toContain("Visa ending in 2222");
  expect(await wordsOf(renderReceiptForStaff(order.id))).toContain(order.number);
  expect(await renderReceipt(eve.id, order.id)).toBeUndefined();
  for (const id of [unpaid.id, "nothing"])
    expect([await renderReceipt(jean.id, id), await renderReceiptForStaff(id)]).toEqual([undefined, undefined]);
});

it("a receipt has a discount, tax and what was refunded only where there is some", async () => {
  const { id } = person("Jean");
  const without = (await wordsOf(renderReceipt(id, paidOrder(id, "3333").id)))?.split("Changed your mind?")[0] ?? "";
  expect(without).toContain("UK delivery");
  expect(without).not.toMatch(/Discount|\bTax\b|refunded/);
  const sums = { discountPence: 700, taxPence: 1000, refundedPence: 500, subtotalPence: 6999, totalPence: 7299 };
  const words = await wordsOf(renderReceipt(id, paidOrder(id, "4444", sums).id));
  expect(words).toMatch(/Discount.*Tax.*£5\.00 of this has been refunded/);
  const noCard = orderRow({ accountId: id, email: "jean@example.org" });
  expect(await wordsOf(renderReceipt(id, noCard.id))).not.toContain("ending in");
});
