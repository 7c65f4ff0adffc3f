import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { accounts, alarms } from "#db/schema";
import { saveGuest } from "~/domain/people/accounts/guests.server";
import { startPayment } from "~/domain/shop/orders/checkout.server";
import { sentenceOfPause } from "~/domain/shop/orders/declines";
import { countDecline, pauseOf } from "~/domain/shop/orders/declines.server";
import { fulfilOrder } from "~/domain/shop/orders/fulfilment.server";
import { latestPayment, openElementPayment } from "~/domain/shop/orders/payments.server";
import { openPage, payInElement, payOn } from "../../../adapters/payments/buyer";
import { clock, sandbox } from "../../../support/payment-sandbox";
import { person } from "../../../support/people";
import { deliverWebhooks, ordered, orderInput, pageFor } from "../../../support/shop";

const NO_FUNDS = "4000 0000 0000 9995";
const DECLINED = "4000 0000 0000 0002";

type Order = ReturnType<typeof ordered>;

async function secretFor(order: Order): Promise<string> {
  const opened = await openElementPayment(order, clock.now);
  if (!opened.ok) throw new Error(opened.reason);
  return opened.clientSecret;
}

let told = 0;

/** Declines that the provider reports, each of another charge. */
function declines(order: Pick<Order, "id" | "accountId">, times: number, card: string | null = null): void {
  for (let time = 0; time < times; time += 1) {
    told += 1;
    countDecline(order, { chargeId: `ch_${told}`, card: card ?? `card-${told}` }, clock.now);
  }
}

let guests = 0;

function guestOrder(): Order {
  guests += 1;
  const names = { email: `guest-${guests}@example.com`, firstName: "Gwen", lastName: "Marsh" };
  const id = saveGuest({ guestId: undefined, basketKey: `guests-basket-${guests}` }, names, clock.now);
  const guest = db.select().from(accounts).where(eq(accounts.id, id)).get();
  if (!guest) throw new Error("There is no guest.");
  return ordered(guest);
}

const start = (change: object = {}, buyer = person("Ada"), clientAddress = "203.0.113.20") => {
  const basket = orderInput(buyer, change);
  return startPayment({ basket, checkoutMode: "element", shownPence: null, clientAddress }, clock.now);
};

describe("declined cards", () => {
  it("are counted once each, however often the provider is asked and tells", async () => {
    const order = ordered();
    await payInElement(sandbox.origin, await secretFor(order), NO_FUNDS);
    for (let time = 0; time < 12; time += 1) await fulfilOrder(order.id, clock.now);
    await deliverWebhooks();
    expect(pauseOf(order, "element", clock.now)).toBeNull();
  });

  it("of one order pause it after ten, for as long as is said, in minutes, and close what is open at the provider", async () => {
    const order = ordered();
    declines(order, 9);
    const secret = await secretFor(order);
    expect(pauseOf(order, "element", clock.now)).toBeNull();
    await payInElement(sandbox.origin, secret, DECLINED);
    await fulfilOrder(order.id, clock.now);
    expect(latestPayment(order.id)?.status).toBe("expired");
    expect(JSON.stringify(await payInElement(sandbox.origin, secret, DECLINED))).toContain("canceled");
    clock.advance(17);
    const pause = pauseOf(order, "page", clock.now);
    expect(pause).toEqual({ reason: "declined", seconds: 43 * 60 });
    expect(pause && sentenceOfPause(pause)).toContain("You can try again in forty-three minutes.");
    clock.advance(43);
    expect(pauseOf(order, "page", clock.now)).toBeNull();
  });

  it("that came too fast to be seen one by one are told by the provider’s messages", async () => {
    const order = ordered();
    declines(order, 6);
    const secret = await secretFor(order);
    for (const card of [DECLINED, NO_FUNDS, DECLINED, NO_FUNDS]) {
      await payInElement(sandbox.origin, secret, card);
    }
    await deliverWebhooks();
    expect(pauseOf(order, "page", clock.now)?.reason).toBe("declined");
  });

  it("of one card leave the provider’s page open to another one", async () => {
    const order = ordered();
    const secret = await secretFor(order);
    for (let time = 0; time < 5; time += 1) {
      await payInElement(sandbox.origin, secret, NO_FUNDS);
      await fulfilOrder(order.id, clock.now);
    }
    expect(latestPayment(order.id)?.status).toBe("expired");
    expect(pauseOf(order, "element", clock.now)?.reason).toBe("card");
    expect(pauseOf(order, "page", clock.now)).toBeNull();
    const page = await openPage(await pageFor(order));
    expect(await payOn(page, "4242 4242 4242 4242")).toHaveProperty("goTo");
    const other = ordered();
    await payInElement(sandbox.origin, await secretFor(other), NO_FUNDS);
    await fulfilOrder(other.id, clock.now);
    expect(pauseOf(other, "element", clock.now)?.reason).toBe("card");
  });

  it("of one account are counted over all its orders", () => {
    const buyer = person("Olu");
    for (let order = 0; order < 10; order += 1) declines(ordered(buyer), 2);
    expect(pauseOf(ordered(buyer), "page", clock.now)?.reason).toBe("declined");
    expect(pauseOf(ordered(), "page", clock.now)).toBeNull();
  });

  it("of many guests ask guests to sign in, and nobody else, and tell staff", () => {
    clock.advance(120);
    for (let order = 0; order < 99; order += 1) declines(guestOrder(), 1);
    expect(pauseOf(guestOrder(), "element", clock.now)).toBeNull();
    declines(guestOrder(), 1);
    expect(pauseOf(guestOrder(), "element", clock.now)?.reason).toBe("guests");
    expect(pauseOf(ordered(), "element", clock.now)).toBeNull();
    const told = db.select().from(alarms).where(eq(alarms.kind, "cards_declined")).all();
    expect(told).toHaveLength(1);
  });
});

describe("payments that are opened", () => {
  it("by three hundred buyers of one address within an hour are opened, and the next is told when to come", async () => {
    clock.advance(120);
    for (let buyer = 0; buyer < 300; buyer += 1) {
      const { kind } = await start({}, person(`Buyer${buyer}`), "203.0.113.9");
      expect(kind).toBe("element");
    }
    expect(await start({}, person("Late"), "203.0.113.9")).toEqual({
      kind: "paused",
      pause: { reason: "crowded", seconds: 3600 },
    });
    expect((await start()).kind).toBe("element");
  }, 60_000);

  it("are not counted where the price has changed", async () => {
    const buyer = person("Ada");
    const basket = orderInput(buyer);
    const asked = { basket, checkoutMode: "element", shownPence: 1, clientAddress: "203.0.113.10" } as const;
    for (let time = 0; time < 301; time += 1) {
      expect((await startPayment(asked, clock.now)).kind).toBe("price_changed");
    }
    expect((await startPayment({ ...asked, shownPence: null }, clock.now)).kind).toBe("element");
  }, 60_000);
});
