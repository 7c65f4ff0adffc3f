import { request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { signatureHeader } from "../../scripts/payment-sandbox/webhooks/signature";
import { openCardPage } from "../screens/support/card-page";
import { becomeCustomer, type Customer } from "../screens/support/customers";
import { giveLoop } from "../screens/support/loops";
import { ADDRESS, chooseLoop } from "../screens/support/purchases";
import { change, rowOf, rowsOf } from "../screens/support/records";
import { newEmail, PASSWORD, registration } from "../screens/support/registrations";
import { type ServedApp, serveApp } from "../screens/support/served-app";
import { holdWriteLock, type Writer } from "../screens/support/writer";
import { openApp } from "../support/app";
import type { Visitor } from "../support/visitor";

/**
 * The web process while another one holds the write lock, as the worker or a backup may for seconds. Requests go over
 * the network, so that a blocked thread is noticed.
 */

const cardPage = await openCardPage();
afterAll(() => cardPage.close());

const SECRET = process.env.STRIPE_WEBHOOK_SECRETS ?? "";

let served: ServedApp;
let customer: Customer;
let loopId: string;
let browser: Visitor;
let writer: Writer | undefined;

beforeAll(async () => {
  // The served app, in a process of its own, verifies this process's password hash.
  process.env.REAL_HASHES = "yes";
  customer = await becomeCustomer(await openApp());
  loopId = giveLoop(customer, { startedDaysAgo: 65 });
  served = await serveApp(process.env.PUBLIC_ORIGIN ?? "");
  browser = served.visitor();
  for (const name of customer.browser.cookies.names())
    browser.cookies.plant(name, customer.browser.cookies.get(name) ?? "");
});
afterEach(() => {
  writer?.letGo();
  writer = undefined;
});
afterAll(async () => await served.close());

/** Reaches the payment provider, and calls back when it has answered about a new payment. */
async function openProviderProxy(onAnswer: () => void) {
  const server = createServer((input, output) => {
    const { method, headers, url = "/" } = input;
    const further = ask(new URL(url, cardPage.origin), { method, headers }, (answer) => {
      if (method === "POST") onAnswer();
      output.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(output);
    });
    input.pipe(further);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close().closeAllConnections() };
}

/** As if the last visit was a while ago, so that the next one writes it down. */
const comeBackLater = () => change("UPDATE sessions SET seen_at = seen_at - 600000");

/** Whether a promise is still pending after everything that could run has run. */
function watch(going: Promise<unknown>): () => boolean {
  let isOpen = true;
  const end = () => {
    isOpen = false;
  };
  going.then(end, end);
  return () => isOpen;
}

const WORDS = { highlight: "A seal!", content: "It looked at us, and we at it." };
const kept = (week: number) =>
  rowsOf("SELECT content FROM drafts WHERE loop_id = ? AND week = ?", loopId, week)[0]?.content;

const registrationsTried = () => rowsOf("SELECT 1 FROM attempts WHERE limit_name = 'register_address'").length;

describe("while another process writes", () => {
  it("pages and the health page are served, and the forms that wait hold nobody up", async () => {
    await browser.visit(`/dashboard?loop=${loopId}&week=1`);
    comeBackLater();
    writer = holdWriteLock();
    const reader = served.visitor();
    for (const name of browser.cookies.names()) reader.cookies.plant(name, browser.cookies.get(name) ?? "");
    const form = browser.submit("Keep as a draft", WORDS);
    const isWaiting = watch(form);
    for (const path of ["/health", "/dashboard", "/health"]) {
      expect([path, (await reader.visit(path)).status]).toEqual([path, 200]);
      expect(isWaiting(), `the form was still waiting after ${path}`).toBe(true);
    }
    for (const path of ["/", "/begin", "/account-settings", "/account-settings?tab=privacy", "/health"])
      expect([path, (await reader.visit(path)).status]).toEqual([path, 200]);
    const page = await form;
    expect([page.status, page.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(page.heading).toBe("We haven’t saved that yet");
    expect(page.text("main")).toContain("We’ve kept what you typed.");
    expect(kept(1)).toBeUndefined();
    writer.letGo();
    const again = await browser.submit("Send it again");
    expect(again.status).toBe(200);
    expect(kept(1)).toBe(WORDS.content);
  });

  it("a form that comes just before it ends is kept as if nothing had been", async () => {
    await browser.visit(`/dashboard?loop=${loopId}&week=2`);
    writer = holdWriteLock();
    const form = browser.submit("Keep as a draft", WORDS);
    const isWaiting = watch(form);
    for (const _ of [1, 2, 3]) expect((await served.visitor().visit("/health")).status).toBe(200);
    expect(isWaiting()).toBe(true);
    writer.letGo();
    expect((await form).status).toBe(200);
    expect(kept(2)).toBe(WORDS.content);
  });

  it("what a page sends by itself, an API client and the payment provider are told when to try again", async () => {
    const csrf = (await browser.visit(`/dashboard?loop=${loopId}&week=3`)).field("csrf").value ?? "";
    const signIn = JSON.stringify({ email: customer.email, password: PASSWORD });
    const json = { "Content-Type": "application/json" };
    const { token } = JSON.parse(
      (await served.ask("/auth/login", { method: "POST", body: signIn, headers: json })).body,
    );
    const message = JSON.stringify({
      id: "evt_1",
      type: "charge.succeeded",
      created: Math.floor(Date.now() / 1000),
      livemode: false,
      data: { object: { object: "charge", id: "ch_1", metadata: {} } },
    });
    writer = holdWriteLock();
    const fields = { csrf, loop: loopId, week: "3", revision: "0.0", content: "By itself." };
    const asks = [
      served.ask("/dashboard/draft", {
        method: "POST",
        body: new URLSearchParams(fields).toString(),
        headers: {
          Cookie: browser.cookies.header() ?? "",
          "Sec-Fetch-Site": "same-origin",
          "Content-Type": "application/x-www-form-urlencoded",
        },
      }),
      served.ask("/account/me", {
        method: "PATCH",
        body: JSON.stringify({ firstName: "Maggie" }),
        headers: { ...json, Authorization: `Bearer ${token}` },
      }),
      served.ask("/webhooks/stripe", {
        method: "POST",
        body: message,
        headers: { ...json, "Stripe-Signature": signatureHeader(message, SECRET, new Date()) },
      }),
      served.ask("/auth/streamlined-register", {
        method: "POST",
        body: JSON.stringify({ email: "somebody@example.org" }),
        headers: json,
      }),
    ];
    for (const { status, headers, body } of await Promise.all(asks)) {
      expect([status, headers["retry-after"]]).toEqual([503, "5"]);
      expect(headers["content-type"]).toMatch(/^application\/json/);
      expect(JSON.parse(body)).toMatchObject({ success: false, message: expect.stringMatching(/again/) });
    }
    expect(kept(3)).toBeUndefined();
    expect(rowOf("SELECT first_name FROM accounts WHERE id = ?", customer.accountId).first_name).toBe("Margaret");
  });

  it("a form with a password comes back without it, and says so", async () => {
    const stranger = served.visitor();
    await stranger.visit("/auth");
    writer = holdWriteLock();
    const page = await stranger.submit("Sign in", { "Email address": customer.email, Password: PASSWORD });
    expect(page.status).toBe(503);
    expect(page.text("main")).toContain("We’ve kept what you typed, except your password");
    expect(page.body).not.toContain(PASSWORD);
    expect(page.field("Email address").value).toBe(customer.email);
    writer.letGo();
    await stranger.submit("Sign in", { Password: PASSWORD });
    expect(stranger.page.path).toBe("/dashboard");
  });

  it("a registration whose password waited for its turn goes on when that is over, and holds nobody up", async () => {
    const newcomer = served.visitor();
    const email = newEmail();
    await newcomer.visit("/register");
    const others = Array.from({ length: 5 }, () => served.visitor());
    for (const other of others) await other.visit("/auth");
    const signIns = others.map((other) =>
      other.submit("Sign in", { "Email address": "nobody@example.org", Password: PASSWORD }),
    );
    const before = registrationsTried();
    const form = newcomer.submit("Create account", registration(email), { follow: false });
    const isWaiting = watch(form);
    // Its try is counted, then its password waits behind the others'.
    while (registrationsTried() === before) await served.visitor().visit("/health");
    writer = holdWriteLock();
    const heldAt = performance.now();
    const reader = served.visitor();
    while (performance.now() - heldAt < 2_000) {
      const began = performance.now();
      expect((await reader.visit("/health")).status).toBe(200);
      expect(performance.now() - began).toBeLessThan(1_000);
    }
    expect(isWaiting()).toBe(true);
    writer.letGo();
    const page = await form;
    expect([page.status, page.location]).toEqual([303, "/verify-email"]);
    for (const { status } of await Promise.all(signIns)) expect(status).toBeLessThan(500);
    expect(rowsOf("SELECT 1 FROM accounts WHERE email = ?", email)).toHaveLength(1);
  });

  it("a form that asked the payment provider meanwhile holds nobody up, and goes on when that is over", async () => {
    let answered = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answered = resolve;
    });
    const proxy = await openProviderProxy(() => {
      writer ??= holdWriteLock();
      answered();
    });
    const selling = await serveApp(process.env.PUBLIC_ORIGIN ?? "", { STRIPE_API_ORIGIN: proxy.origin });
    try {
      const buyer = selling.visitor();
      for (const name of browser.cookies.names()) buyer.cookies.plant(name, browser.cookies.get(name) ?? "");
      await chooseLoop(buyer);
      await buyer.visit("/payment");
      const form = buyer.submit("Pay £69.99", ADDRESS, { follow: false });
      const isWaiting = watch(form);
      await isAnswered;
      const times: number[] = [];
      for (let turn = 0; turn < 30; turn += 1) {
        const began = performance.now();
        expect((await selling.ask("/health")).status).toBe(200);
        times.push(performance.now() - began);
      }
      expect(isWaiting()).toBe(true);
      expect(Math.max(...times)).toBeLessThan(1_000);
      writer?.letGo();
      const page = await form;
      expect([page.status, page.location]).toEqual([303, expect.stringContaining(cardPage.origin)]);
    } finally {
      await selling.close();
      proxy.close();
    }
  });
});
