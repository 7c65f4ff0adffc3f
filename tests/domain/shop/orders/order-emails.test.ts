import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { OPENING_PRICES } from "~/domain/diary/catalogue/prices";
import { lastCancelDay } from "~/domain/kernel/time/cancellation-days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { htmlOf } from "~/domain/mail/layout/email-html";
import { type Email, layOutEmail, type Seller } from "~/domain/mail/layout/email-layout";
import { textOf } from "~/domain/mail/layout/email-text";
import { accountExists, verificationCode } from "~/domain/people/accounts/account-emails";
import { REFUND_RULES } from "~/domain/shop/order-rules/cancellation";
import { type OrderData, orderConfirmation } from "~/domain/shop/orders/order-emails";
import { termsCopy } from "~/domain/shop/terms/terms-copy";

const seller: Seller = {
  name: "Loop Journals Ltd",
  email: "hello@loop.example",
  address: "1 Selvedge Row, Leeds LS1 4AB",
  number: "12345678",
  registeredIn: "England and Wales",
  phone: "0113 496 0000",
  vatNumber: "GB 123 4567 89",
  printerCountry: "United Kingdom",
  origin: "https://loop.example",
};

const order: OrderData = {
  firstName: "Margaret",
  orderNumber: "LP-7KQ2M4XN",
  lines: [{ name: "Baby’s First Year", description: "Family loop", unitPence: 6999, quantity: 1 }],
  subtotalPence: 6999,
  discountPence: 700,
  discountCode: "NEW10",
  deliveryPence: 0,
  taxPence: 0,
  totalPence: 6299,
  address: ["Margaret Okafor", "12 Mill Lane", "Hebden Bridge", "HX7 8AB", "United Kingdom"],
  paidAt: new Date("2026-11-20T14:15:00Z"),
  startRequestedAt: null,
  terms: termsCopy(seller, OPENING_PRICES),
  turn: "Here’s week one.",
  whatNext: {
    words: "Next, choose the day your book should arrive.",
    label: "Choose the delivery date",
    url: "https://loop.example/loop-end-date",
  },
  theme: "family",
  kind: "loop",
  seller,
  guestUrl: null,
};

const code = { firstName: "Margaret", code: "204816", minutes: 10 };
const exists = {
  firstName: "Margaret",
  signInUrl: "https://loop.example/auth",
  resetUrl: "https://loop.example/forgot-password",
};

const said = (message: Email) => textOf(message.blocks);

/** The text that a reader sees, of the HTML and of the plain part. */
function bothParts(message: Email): [string, string][] {
  const framed = layOutEmail(message, seller);
  const page = parse(framed.html);
  for (const unseen of page.querySelectorAll("head, style, div")) unseen.remove();
  const words = (text: string) => text.replace(/\s+/g, " ");
  const links = page.querySelectorAll("a").map((link) => link.getAttribute("href"));
  return [
    ["text", words(framed.text)],
    ["HTML", words(`${page.structuredText} ${links.join(" ")}`)],
  ];
}

describe("the code that proves an address", () => {
  it("keeps the code out of the subject", () => {
    expect(verificationCode(code).subject).toBe("Your Loop verification code");
  });

  it.each(bothParts(verificationCode(code)))("says code, life and what to do in its %s", (_part, words) => {
    expect(words).toContain("Hello Margaret,");
    expect(words).toContain("204816");
    expect(words).toContain("It works once, for 10 minutes.");
    expect(words).toContain("nothing happens without the code or the link");
  });

  it.each(bothParts(verificationCode({ ...code, link: { url: "https://loop.example/confirm-email/key", hours: 24 } })))(
    "has the link that does the same, and where to open it, in its %s",
    (_part, words) => {
      expect(words).toContain("https://loop.example/confirm-email/key");
      expect(words).toContain("Open this link in the browser where you signed up. It works for 24 hours.");
    },
  );
});

describe("the email to somebody who has an account already", () => {
  it("has a plain subject", () => {
    expect(accountExists(exists).subject).toBe("You already have a Loop account");
  });

  it.each(bothParts(accountExists(exists)))(
    "says how to sign in and how to choose a new password in its %s",
    (_part, words) => {
      expect(words).toContain("tried to open a new Loop account with this email address");
      expect(words).toContain("https://loop.example/auth");
      expect(words).toContain("https://loop.example/forgot-password");
      expect(words).toContain("If it wasn’t you, do nothing.");
    },
  );
});

describe("the confirmation of an order", () => {
  it("names the order in its subject", () => {
    expect(orderConfirmation(order).subject).toBe("Your Loop order LP-7KQ2M4XN");
  });

  it.each([
    ["one thing at its price", { discountPence: 0, discountCode: null, totalPence: 6999 }, false],
    ["one thing with a discount", {}, true],
    ["two things", { ...{ lines: [...order.lines, ...order.lines], subtotalPence: 13998 }, discountPence: 0 }, true],
  ])("has a subtotal where it is not that of the only line: %s", (_, change, isThere) => {
    expect(said(orderConfirmation({ ...order, ...change })).includes("Subtotal")).toBe(isThere);
  });

  it("thanks for a payment, where there was one", () => {
    const free = orderConfirmation({ ...order, discountPence: 6999, totalPence: 0 });
    expect([orderConfirmation(order), free].map(({ preview }) => preview)).toEqual([
      "Thank you. We’ve received your payment of £62.99.",
      "Thank you. There was nothing to pay.",
    ]);
    expect([said(orderConfirmation(order)).includes("Paid on"), said(free).includes("Paid on")]).toEqual([true, false]);
  });

  it.each(bothParts(orderConfirmation(order)))("says all that the law requires in its %s", (_part, words) => {
    for (const item of [
      "LP-7KQ2M4XN",
      "20 November 2026",
      "Baby’s First Year",
      "Family loop",
      "£69.99",
      "Discount NEW10",
      "−£7.00",
      "UK delivery",
      "Free",
      "Total paid",
      "£62.99",
      "12 Mill Lane",
      "HX7 8AB",
      "Next, choose the day your book should arrive.",
      "https://loop.example/loop-end-date",
      "You can cancel until the end of 4 December 2026, UK time, without giving a reason",
      REFUND_RULES.loop,
      REFUND_RULES.started_loop,
      "We refund you within 14 days of hearing from you, the way you paid, delivery included",
      "Cancellation form",
      "I/We* hereby give notice that I/We* cancel my/our* contract",
      "Ordered on: 20 November 2026",
      "Loop Journals Ltd, company number 12345678, registered in England and Wales",
      "1 Selvedge Row, Leeds LS1 4AB",
      "Phone 0113 496 0000",
      "VAT number GB 123 4567 89",
      "hello@loop.example",
    ]) {
      expect(words).toContain(item);
    }
  });

  it.each(bothParts(orderConfirmation(order)))("carries the whole terms in its %s", (_part, words) => {
    for (const { heading, paragraphs, list = [] } of termsCopy(seller, OPENING_PRICES).passages)
      for (const said of [heading, ...paragraphs, ...list]) expect(words).toContain(said);
  });

  it("says what this buyer asked for: to start at once or to wait", () => {
    const waits = "You haven’t asked us to start early, so your year can start from 5 December 2026.";
    const asks = "You asked us not to wait for the 14 days to pass, so your year can start at once.";
    const asked = orderConfirmation({ ...order, startRequestedAt: order.paidAt });
    expect(said(orderConfirmation(order))).toContain(waits);
    expect(said(asked)).toContain(asks);
    expect(said(asked)).not.toContain(waits);
    const gift = orderConfirmation({ ...order, kind: "gift" });
    expect(said(gift)).not.toContain(waits);
  });

  it("shows no line for a tax of nothing, and one for a tax of something", () => {
    expect(said(orderConfirmation(order))).not.toMatch(/^Tax:/m);
    const taxed = { ...order, taxPence: 504, totalPence: 6803 };
    expect(said(orderConfirmation(taxed))).toContain("Tax: £5.04");
  });

  it("counts copies and shows what delivery costs", () => {
    const lines = [{ name: "A leather cover", unitPence: 1250, quantity: 3 }];
    const text = said(orderConfirmation({ ...order, lines, subtotalPence: 3750, deliveryPence: 899 }));
    expect(text).toContain("3 × A leather cover: £37.50");
    expect(text).toContain("UK delivery: £8.99");
  });

  it("speaks of no payment when there was nothing to pay", () => {
    const message = orderConfirmation({ ...order, terms: null, discountPence: 6999, totalPence: 0 });
    expect(said(message)).toContain("Placed on: 20 November 2026");
    expect(`${message.preview}${said(message)}`).not.toMatch(/your payment|Total paid/);
  });

  it("leaves out the delivery address where nothing is delivered", () => {
    expect(said(orderConfirmation({ ...order, address: null }))).not.toContain("BOOK GOES TO");
  });

  it("leaves out what is not known of the seller", () => {
    const nothing = { address: null, number: null, registeredIn: null, phone: null, vatNumber: null };
    const unknown = { ...seller, ...nothing };
    const { text } = layOutEmail(orderConfirmation(order), unknown);
    expect(text.split("\n--\n")[1]?.trim()).toBe(
      "We always send emails about orders and your account.\nLoop Journals Ltd\nhello@loop.example · https://loop.example\nPrivacy policy: https://loop.example/privacy",
    );
  });
});

describe("the last day to change one's mind", () => {
  it.each([
    ["2026-11-20T14:15:00Z", "4 December 2026"],
    ["2026-06-30T22:59:59Z", "14 July 2026"],
    ["2026-06-30T23:00:00Z", "15 July 2026"],
    ["2026-10-17T12:00:00Z", "31 October 2026"],
    ["2027-02-14T23:30:00Z", "28 February 2027"],
    ["2028-02-15T10:00:00Z", "29 February 2028"],
    ["2026-12-31T23:59:59Z", "14 January 2027"],
  ])("of an order at %s is %s, counted in London", (paidAt, lastDay) => {
    expect(formatDay(lastCancelDay(new Date(paidAt)))).toBe(lastDay);
  });
});

const emails: [string, (name: string) => Email][] = [
  ["the code", (firstName) => verificationCode({ ...code, firstName })],
  ["the email to an owner", (firstName) => accountExists({ ...exists, firstName })],
  [
    "the confirmation",
    (firstName) =>
      orderConfirmation({
        ...order,
        firstName,
        discountCode: firstName,
        address: [firstName],
        lines: [{ name: firstName, description: firstName, unitPence: 6999, quantity: 1 }],
      }),
  ],
];

describe.each(emails)("words that somebody typed, in %s", (_name, write) => {
  it("stay words when they are written as HTML", () => {
    const { html } = layOutEmail(write('<script>alert("x")</script>&amp;<img src=x onerror=y>'), seller);
    expect(html).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;amp;&lt;img");
    expect(parse(html).querySelectorAll("script, img[src=x]")).toEqual([]);
  });

  it("become no link, and nothing a mail client would make one of", () => {
    const framed = layOutEmail(write("You won! http://evil.example/win or eve@evil.example"), seller);
    const addresses = parse(framed.html)
      .querySelectorAll("a")
      .map((link) => link.getAttribute("href"));
    expect(
      addresses.filter((address) => !/^(https:\/\/loop\.example\/|mailto:hello@loop\.example$)/.test(address ?? "")),
    ).toEqual([]);
    for (const part of [framed.text, framed.html]) {
      expect(part).toContain("You won! http:");
      expect(part).not.toMatch(/http:\/\/evil|evil\.example|@evil/);
    }
  });

  it("stay on one line", () => {
    const { text } = layOutEmail(write("Eve,\r\n\r\nYour account is blocked\u2028now\0"), seller);
    expect(text).toMatch(/(Hello|Thank you,) Eve, Your account is blocked now[,.]/);
  });
});

it.each(["می‌نا", "Seán Ó Briain-Łukasz", "王小明", "J.R.", "D’Arcy", "👩‍👧"])(
  "a person called %s is greeted by name",
  (name) => {
    expect(said(verificationCode({ ...code, firstName: name })).replaceAll("\u2060", "")).toContain(`Hello ${name},`);
  },
);

it("a name cannot turn the email's words round", () => {
  expect(said(verificationCode({ ...code, firstName: "Eve\u202Egnihsihp\u2066" }))).not.toMatch(/[\u202e\u2066]/);
});

describe("every email", () => {
  it.each(emails)("shows pictures of our own server alone, with words in their place: %s", (_name, write) => {
    const page = parse(layOutEmail(write("Margaret"), seller).html);
    expect(page.querySelectorAll("link, script, iframe, [background]").map(String)).toEqual([]);
    const pictures = page.querySelectorAll("img").map((picture) => picture.attributes);
    for (const { src, alt } of pictures) {
      expect(src).toMatch(/^https:\/\/loop\.example\/artwork\/email\/[\w-]+\.png$/);
      expect(alt).toBeDefined();
    }
    expect(page.toString()).not.toMatch(/@import|url\(/);
  });

  it("has the wordmark as a picture only beside others, because filters distrust a picture in a few words", () => {
    const wordmarkOf = (message: Email) => /<(span|img)[^>]*loop[^>]*>|>loop</.exec(layOutEmail(message, seller).html);
    expect(layOutEmail(verificationCode(code), seller).html).not.toContain("<img");
    expect(wordmarkOf(verificationCode(code))?.[0]).toBe(">loop<");
    expect(layOutEmail(orderConfirmation(order), seller).html.match(/<img/g)).toHaveLength(2);
    expect(wordmarkOf(orderConfirmation(order))?.[1]).toBe("img");
  });

  it.each(emails)("has at most one button and greets somebody without a name: %s", (_name, write) => {
    const message = write("  ");
    expect(said(message)).toMatch(/^(Hello,|Thank you\.)/);
    expect(parse(htmlOf(message.blocks)).querySelectorAll("table.label").length).toBeLessThanOrEqual(1);
  });

  it("offers to be stopped when it is not about an order", () => {
    const stop = "https://loop.example/unsubscribe/abc";
    const framed = layOutEmail(accountExists(exists), seller, stop);
    expect(framed.text).toContain(`Unsubscribe: ${stop}`);
    expect(framed.html).toContain(`<a href="${stop}"`);
    expect(`${framed.text}${framed.html}`).not.toMatch(/stop these emails/i);
    expect(layOutEmail(accountExists(exists), seller).text).not.toContain("Unsubscribe");
  });
});
