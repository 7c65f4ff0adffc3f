import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { accounts, orders } from "#db/schema";
import { openSealedText } from "~/domain/kernel/sealing/sealed-text.server";
import { claimFromGuest, guestOf, saveGuest } from "~/domain/people/accounts/guests.server";
import { newestOrderPath, orderPath, readOrderLink } from "~/domain/shop/order-links/signed-order-links.server";
import type { Order } from "~/domain/shop/orders/orders.server";
import { remindOfWaitingLoops } from "~/domain/shop/orders/waiting-loops.server";
import { remindOfVouchers } from "~/domain/shop/vouchers/delivery.server";
import { redeemVoucher } from "~/domain/shop/vouchers/redemption.server";
import { clock } from "../../../support/payment-sandbox";
import { person } from "../../../support/people";
import { bought, ordered, voucherOf } from "../../../support/shop";
import { emailsTo } from "../../people/accounts/mailbox";

const NOBODY = { recipientName: "", recipientEmail: "", giftMessage: "", sendOnDay: "" };
const inDays = (days: number) => new Date(clock.now.getTime() + days * 86_400_000);

let guests = 0;

/** Somebody who buys without an account. */
function newGuest() {
  guests += 1;
  const names = { email: `guest-${guests}@links.example`, firstName: "Gwen", lastName: "Marsh" };
  const guest = guestOf(saveGuest({ guestId: undefined, basketKey: `links-${guests}` }, names, clock.now));
  if (!guest) throw new Error("There is no guest.");
  const account = db.select().from(accounts).where(eq(accounts.id, guest.id)).get();
  if (!account) throw new Error("There is no row.");
  return account;
}

/** What somebody has bought without an account. */
const guestOrder = (change: Parameters<typeof bought>[1] = {}): Promise<Order> => bought(newGuest(), change);

const tokenOf = (path: string) => path.split("/").at(-1) ?? "";
const read = (order: Order, at = clock.now) => readOrderLink(tokenOf(orderPath(order)), at);

/** The first link in an email that leads to an order or opens an account. */
function linkIn(email: string, kind: string): string {
  const found = emailsTo(email).findLast((one) => one.kind === kind);
  return /\/(?:your-order|open-account)\/\S+/.exec(openSealedText(found?.textBody ?? ""))?.[0] ?? "";
}

describe("the link of a guest's order", () => {
  it("opens that order, and no other of the same guest", async () => {
    const [one, other] = [await guestOrder(), await guestOrder()];
    expect(read(one)).toMatchObject({ kind: "guest", guestId: one.accountId, order: { id: one.id } });
    const swapped = tokenOf(orderPath(one)).replace(one.id, other.id);
    expect(readOrderLink(swapped, clock.now)).toEqual({ kind: "void" });
  });

  it("opens nothing once staff have corrected the address it went to", async () => {
    const order = await guestOrder();
    const token = tokenOf(orderPath(order));
    db.update(orders).set({ email: "right@links.example" }).where(eq(orders.id, order.id)).run();
    expect(readOrderLink(token, clock.now)).toEqual({ kind: "void" });
  });

  it("leads to signing in once the order has moved to an account", async () => {
    const order = await guestOrder();
    claimFromGuest(order.accountId ?? "", person("Owner").id);
    expect(read(order)).toEqual({ kind: "account" });
  });

  it("is the same for an address that has an account and for one that has none", async () => {
    const order = await guestOrder();
    person("Owner", { email: order.email });
    expect(read(order).kind).toBe("guest");
  });

  it("ends with the voucher it is about", async () => {
    const order = await guestOrder({ gift: NOBODY });
    const lastMoment = voucherOf(order.id)?.expiresAt ?? clock.now;
    expect(read(order, lastMoment).kind).toBe("guest");
    expect(read(order, new Date(lastMoment.getTime() + 1)).kind).toBe("void");
  });

  it("opens nothing of an account's order, which has no link", async () => {
    expect(read(await bought()).kind).toBe("account");
    expect(readOrderLink("nothing", clock.now).kind).toBe("void");
  });
});

describe("the link of what a guest bought last", () => {
  it("is that of the order they paid last, whatever they or another guest have in a basket or bought after", async () => {
    const guest = newGuest();
    await bought(guest);
    clock.advance(1);
    const last = await bought(guest);
    ordered(guest);
    clock.advance(1);
    await guestOrder();
    expect(newestOrderPath(guest.id)).toBe(orderPath(last));
  });

  it("does not exist before they have paid", () => {
    const guest = newGuest();
    ordered(guest);
    expect(newestOrderPath(guest.id)).toBeNull();
  });
});

describe("an email to a guest", () => {
  it("about a paid loop that waits opens their account, so that they can choose its date", async () => {
    const order = await guestOrder();
    remindOfWaitingLoops(inDays(8));
    expect(linkIn(order.email, "loop_waiting")).toMatch(/^\/open-account\/\w+\.\d+\.[\w-]{43}$/);
  });

  it("about a voucher that ends soon leads to its order, which needs no account", async () => {
    const order = await guestOrder({ gift: NOBODY });
    await remindOfVouchers(new Date((voucherOf(order.id)?.expiresAt.getTime() ?? 0) - 13 * 86_400_000));
    expect(linkIn(order.email, "voucher_reminder")).toBe(orderPath(order));
  });

  it("about a voucher that was redeemed leads there too", async () => {
    const order = await guestOrder({ gift: NOBODY });
    const wanted = { theme: "pet", type: "puppys-first-year", deliveryDay: "2027-12-20" };
    const voucherId = voucherOf(order.id)?.id ?? "";
    expect(redeemVoucher({ accountId: person("Maya").id, voucherId, ...wanted }, clock.now).ok).toBe(true);
    expect(linkIn(order.email, "voucher_redeemed")).toBe(orderPath(order));
  });

  it("leads an account's owner to Orders instead", async () => {
    const order = await bought(person("Ada"), { gift: NOBODY });
    const found = emailsTo(order.email).findLast(({ kind }) => kind === "gift_voucher");
    expect(found?.textBody).toContain("/account-settings?tab=orders");
  });
});
