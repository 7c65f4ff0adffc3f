import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addressOf, GOOD_CARD, mistakeAt, openPage, pageOf, payOn, payWith, pressButton } from "../buyer";
import { eventTypes, openCheckout, openStage, order, readCheckout, type Stage } from "../stage";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

describe("the page to pay on", () => {
  it("shows what is bought, the sum, the way back and that no real card is charged", async () => {
    const { url } = await openCheckout(stage);
    const { root, headers } = await openPage(url);
    const words = root.text;
    expect(words).toMatch(/Test payments:\s+no real card is charged/);
    expect(words).toContain("Family · Standard");
    expect(root.querySelector("button")?.text).toBe("Pay £62.99");
    expect(root.querySelector("a.back")?.getAttribute("href")).toBe("http://shop.example/payment?cancelled=1");
    expect(root.querySelectorAll("script, style, [style], [onclick]")).toEqual([]);
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'self'; form-action 'self' http://shop.example; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("writes the names of the shop’s goods as plain text", async () => {
    const lines = [{ name: "<script>alert(1)</script> & “Sons”", amountPence: 6299, quantity: 1 }];
    const { url } = await openCheckout(stage, { lines });
    const { root } = await openPage(url);
    expect(root.querySelectorAll("script")).toEqual([]);
    expect(root.querySelector(".lines li")?.text).toContain("alert(1)");
  });

  it("is told the buyer’s address, unless that has accents before the @", async () => {
    for (const [customerEmail, told] of [
      ["zoe@example.com", "zoe@example.com"],
      ["zoë@example.com", null],
    ] as const) {
      const { checkoutId } = await openCheckout(stage, { customerEmail, orderId: customerEmail });
      expect((await stage.stripe.checkout.sessions.retrieve(checkoutId)).customer_email).toBe(told);
    }
  });

  it("takes the buyer to the shop once paid, and the shop can see the payment", async () => {
    const { checkoutId, url } = await openCheckout(stage);
    expect(await readCheckout(stage, checkoutId)).toMatchObject({
      status: "open",
      paymentStatus: "unpaid",
      amountPence: 6299,
      currency: "gbp",
      orderId: "7d1c7a52",
      paymentIntentId: null,
      lastError: null,
    });
    const step = await payWith(url, GOOD_CARD);
    expect(addressOf(step)).toBe(`http://shop.example/payment-success?session_id=${checkoutId}`);
    expect(await readCheckout(stage, checkoutId)).toEqual({
      ok: true,
      status: "complete",
      paymentStatus: "paid",
      amountPence: 6299,
      currency: "gbp",
      orderId: "7d1c7a52",
      paymentIntentId: expect.stringMatching(/^pi_/),
      chargeId: expect.stringMatching(/^ch_/),
      cardLast4: "4242",
      cardBrand: "visa",
      lastError: null,
      decline: null,
    });
    expect(eventTypes(stage)).toEqual([
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
      "checkout.session.completed",
    ]);
  });

  it("never writes a card number or a security code down", async () => {
    const { url } = await openCheckout(stage);
    await payWith(url, "4000 0000 0000 9995", { "Security code": "987" });
    await payWith(url, GOOD_CARD, { "Security code": "987" });
    const written: string[] = [];
    for (const name of await readdir(stage.folder)) {
      if (name.startsWith("payment-sandbox.db")) written.push(await readFile(join(stage.folder, name), "latin1"));
    }
    expect(written.join()).toContain("Margaret Okafor");
    expect(written.join()).not.toMatch(/4242424242424242|4242 4242|4000000000009995|0000 9995|"987"/);
  });

  it("charges once, however often the button is pressed", async () => {
    const { url } = await openCheckout(stage);
    const page = await openPage(url);
    const steps = await Promise.all([1, 2, 3].map(() => payOn(page, GOOD_CARD)));
    expect(new Set(steps.map(addressOf)).size).toBe(1);
    expect(eventTypes(stage).filter((type) => type === "charge.succeeded")).toHaveLength(1);
  });

  it("says what is wrong beside each field and keeps what was typed, save the number and the code", async () => {
    const { url } = await openCheckout(stage);
    const empty = pageOf(await pressButton(await openPage(url), "Pay £62.99"));
    expect(empty.status).toBe(422);
    expect(empty.root.querySelector("title")?.text).toBe("Error: Pay £62.99");
    for (const field of ["number", "expiry", "cvc", "holder"]) {
      expect(mistakeAt(empty, field), field).not.toBeNull();
      expect(empty.root.querySelector(`#${field}`)?.getAttribute("aria-invalid")).toBe("true");
      expect(empty.root.querySelector(`.summary a[href="#${field}"]`), field).not.toBeNull();
    }
    const past = pageOf(
      await payWith(url, "4111 1111 1111 1111", {
        "Expiry date": "10 / 26",
        "Security code": "12",
      }),
    );
    expect(mistakeAt(past, "number")).toBe("Only test card numbers work here.");
    expect(mistakeAt(past, "expiry")).toBe("Your card's expiry date is in the past.");
    expect(mistakeAt(past, "cvc")).toBe("The security code has 3 digits");
    const kept = (field: string) => past.root.querySelector(`#${field}`)?.getAttribute("value");
    expect([kept("number"), kept("expiry"), kept("cvc"), kept("holder")]).toEqual([
      "",
      "10 / 26",
      "",
      "Margaret Okafor",
    ]);
    expect(eventTypes(stage)).toEqual([]);
  });

  it("takes a card until the last day of its month", async () => {
    const { url } = await openCheckout(stage);
    addressOf(await payWith(url, GOOD_CARD, { "Expiry date": "1126" }));
  });
});

describe("a card that is refused", () => {
  it.each([
    ["4000 0000 0000 0002", "number", "Your card was declined.", "generic_decline"],
    ["4000 0000 0000 9995", "number", "Your card has insufficient funds.", "insufficient_funds"],
    ["4000 0000 0000 9987", "number", "Your card was declined.", "lost_card"],
    ["4000 0000 0000 9979", "number", "Your card was declined.", "stolen_card"],
    ["4100 0000 0000 0019", "number", "Your card was declined.", "fraudulent"],
    ["4000 0000 0000 0069", "expiry", "Your card has expired.", undefined],
    ["4000 0000 0000 0127", "cvc", "Your card's security code is incorrect.", undefined],
    [
      "4000 0000 0000 0119",
      "number",
      "An error occurred while processing your card. Try again in a little bit.",
      undefined,
    ],
  ])("%s leaves the page open and says why", async (number, field, words, declineCode) => {
    const { checkoutId, url } = await openCheckout(stage);
    const page = pageOf(await payWith(url, number));
    expect(page.status).toBe(422);
    expect(mistakeAt(page, field)).toBe(words);
    const found = await readCheckout(stage, checkoutId);
    expect(found).toMatchObject({
      status: "open",
      paymentStatus: "unpaid",
      lastError: words,
      cardLast4: null,
    });
    const intent = await stage.stripe.paymentIntents.retrieve(found.paymentIntentId ?? "");
    expect(intent.status).toBe("requires_payment_method");
    expect(intent.last_payment_error?.decline_code).toBe(declineCode);
    expect(eventTypes(stage)).toEqual(["payment_intent.created", "charge.failed", "payment_intent.payment_failed"]);
  });

  it("can be followed by one that works, in the same payment", async () => {
    const { checkoutId, url } = await openCheckout(stage);
    await payWith(url, "4000 0000 0000 0002");
    const refused = await readCheckout(stage, checkoutId);
    expect(mistakeAt(await openPage(url), "number")).toBe("Your card was declined.");
    addressOf(await payWith(url, GOOD_CARD));
    const paid = await readCheckout(stage, checkoutId);
    expect(paid).toMatchObject({ paymentStatus: "paid", cardLast4: "4242", lastError: null });
    expect(paid.paymentIntentId).toBe(refused.paymentIntentId);
  });

  it("with a mistyped number is not tried at all", async () => {
    const { url } = await openCheckout(stage);
    const page = pageOf(await payWith(url, "4242 4242 4242 4241"));
    expect(mistakeAt(page, "number")).toBe("Your card number is incorrect.");
    expect(eventTypes(stage)).toEqual([]);
  });
});

describe("a card whose bank asks first", () => {
  it("is paid once the buyer has confirmed", async () => {
    const { checkoutId, url } = await openCheckout(stage);
    const challenge = await openPage(addressOf(await payWith(url, "4000 0027 6000 3184")));
    expect(challenge.root.text).toContain("£62.99");
    expect(challenge.root.text).toContain("3184");
    expect(await readCheckout(stage, checkoutId)).toMatchObject({ status: "open", paymentStatus: "unpaid" });
    const step = await pressButton(challenge, "Complete");
    expect(addressOf(step)).toBe(`http://shop.example/payment-success?session_id=${checkoutId}`);
    expect(await readCheckout(stage, checkoutId)).toMatchObject({ paymentStatus: "paid", cardLast4: "3184" });
    expect(eventTypes(stage)).toContain("payment_intent.requires_action");
  });

  it("is refused once the buyer has failed, and the page stays open", async () => {
    const { checkoutId, url } = await openCheckout(stage);
    const challenge = await openPage(addressOf(await payWith(url, "4000 0000 0000 3220")));
    const back = addressOf(await pressButton(challenge, "Fail"));
    expect(back).toBe(url);
    const words =
      "We are unable to authenticate your payment method. Please choose a different payment method and try again.";
    expect(mistakeAt(await openPage(back), "number")).toBe(words);
    expect(await readCheckout(stage, checkoutId)).toMatchObject({ status: "open", lastError: words });
    addressOf(await payWith(url, GOOD_CARD));
  });

  it.each([
    ["4000 0084 0000 1629", "Your card was declined."],
    ["4000 0082 6000 3178", "Your card has insufficient funds."],
  ])("%s may still be refused after the buyer has confirmed", async (number, words) => {
    const { checkoutId, url } = await openCheckout(stage);
    const challenge = await openPage(addressOf(await payWith(url, number)));
    expect(addressOf(await pressButton(challenge, "Complete"))).toBe(url);
    expect(await readCheckout(stage, checkoutId)).toMatchObject({
      paymentStatus: "unpaid",
      lastError: words,
    });
  });

  it("gets nothing when the buyer has gone back and paid with another card", async () => {
    const { url } = await openCheckout(stage);
    const challenge = await openPage(addressOf(await payWith(url, "4000 0027 6000 3184")));
    addressOf(await payWith(url, GOOD_CARD));
    const page = pageOf(await pressButton(challenge, "Complete"));
    expect(page.status).toBe(410);
    expect(eventTypes(stage).filter((type) => type === "charge.succeeded")).toHaveLength(1);
  });
});

describe("a page that is no longer open", () => {
  it("expires by itself at its time, calls the payment off and says so", async () => {
    const { checkoutId, url } = await openCheckout(stage);
    await payWith(url, "4000 0000 0000 0002");
    const page = await openPage(url);
    stage.clock.advance(31 * 60);
    expect(pageOf(await payOn(page, GOOD_CARD)).status).toBe(410);
    expect((await openPage(url)).root.querySelector("a")?.text).toBe("Back to the shop");
    expect(await readCheckout(stage, checkoutId)).toMatchObject({
      status: "expired",
      paymentStatus: "unpaid",
    });
    expect(eventTypes(stage).slice(-2)).toEqual(["payment_intent.canceled", "checkout.session.expired"]);
  });

  it("can be closed before its time, twice without harm, and takes no answer to a bank's question", async () => {
    const { checkoutId, url } = await openCheckout(stage);
    const challenge = await openPage(addressOf(await payWith(url, "4000 0027 6000 3184")));
    expect(await stage.payments.closePayment(checkoutId)).toEqual({ ok: true });
    expect(await stage.payments.closePayment(checkoutId)).toEqual({ ok: true });
    expect(pageOf(await pressButton(challenge, "Complete")).status).toBe(410);
    expect(await readCheckout(stage, checkoutId)).toMatchObject({
      status: "expired",
      paymentStatus: "unpaid",
    });
  });

  it("cannot be closed once it is paid", async () => {
    const { checkoutId, url } = await openCheckout(stage);
    await payWith(url, GOOD_CARD);
    expect(await stage.payments.closePayment(checkoutId)).toMatchObject({ ok: false, reason: "complete" });
    const page = await openPage(url);
    expect(page.root.querySelector("h1")?.text).toBe("This has been paid");
    expect(page.root.querySelector("a")?.getAttribute("href")).toContain(checkoutId);
  });

  it("is distinguished from one that never was", async () => {
    expect(await stage.payments.readPayment("cs_test_nothing")).toMatchObject({
      ok: false,
      reason: "unknown",
    });
    expect(await stage.payments.closePayment("cs_test_nothing")).toMatchObject({ reason: "unknown" });
    expect((await openPage(`${stage.sandbox.origin}/pay/cs_test_nothing`)).status).toBe(404);
  });
});

describe("money that is slow to come", () => {
  it("leaves the page complete and unpaid until it is there", async () => {
    stage.sandbox.control.setSwitches({ settleSeconds: 60 });
    const { checkoutId, url } = await openCheckout(stage);
    addressOf(await payWith(url, GOOD_CARD));
    expect(await readCheckout(stage, checkoutId)).toMatchObject({
      status: "complete",
      paymentStatus: "unpaid",
    });
    stage.clock.advance(60);
    expect(await readCheckout(stage, checkoutId)).toMatchObject({
      status: "complete",
      paymentStatus: "paid",
    });
    expect(eventTypes(stage)).toEqual([
      "payment_intent.created",
      "payment_intent.processing",
      "checkout.session.completed",
      "charge.succeeded",
      "payment_intent.succeeded",
      "checkout.session.async_payment_succeeded",
    ]);
  });
});

describe("opening a page", () => {
  it("twice for the same attempt gives the same page; another attempt gives another", async () => {
    const first = await openCheckout(stage);
    stage.clock.advance(120);
    const request = order(stage.clock, { expiresAt: new Date("2026-11-20T14:46:00Z") });
    expect(await stage.payments.openCheckout(request)).toEqual(first);
    const second = await openCheckout(stage, { attempt: 2 });
    expect(second.checkoutId).not.toBe(first.checkoutId);
  });

  it("refuses lines that do not come to the sum", async () => {
    await expect(stage.payments.openCheckout(order(stage.clock, { totalPence: 6300 }))).rejects.toThrow("6299p");
  });

  it("says what must be corrected when the provider refuses the request itself", async () => {
    const soon = order(stage.clock, { expiresAt: new Date(stage.clock.now.getTime() + 60_000) });
    expect(await stage.payments.openCheckout(soon)).toMatchObject({ ok: false, reason: "rejected" });
  });
});
