import { afterAll, expect, it } from "vitest";
import { addressOf, GOOD_CARD, payWith } from "../adapters/payments/buyer";
import { becomeApiClient, call } from "../api/support/api-clients";
import { openCardPage } from "../screens/support/card-page";
import { becomeCustomer, showCookies } from "../screens/support/customers";
import { giveLoop } from "../screens/support/loops";
import { ADDRESS, chooseLoop } from "../screens/support/purchases";
import { countOf, rowsOf } from "../screens/support/records";
import { type ServedApp, serveApp } from "../screens/support/served-app";
import { makeVoucher } from "../screens/support/vouchers";
import { openApp } from "../support/app";
import { rounds } from "../support/rounds";
import { encodeForm, type Visitor } from "../support/visitor";

const cardPage = await openCardPage();
afterAll(() => cardPage.close());

const WEEKS = [1, 2, 3, 4];
const BEFORE_THE_KILL = 40;

it("a draft that was acknowledged is there after the process was killed in the middle of others", async () => {
  const customer = await becomeCustomer(await openApp());
  const { browser } = customer;
  const loopId = giveLoop(customer, { startedDaysAgo: 65 });
  const csrf = (await browser.visit(`/dashboard?loop=${loopId}`)).field("csrf").value ?? "";
  const served = await serveApp(process.env.PUBLIC_ORIGIN ?? "");
  const acknowledged = new Map<number, number>();
  let count = 0;
  let killed: Promise<void> | undefined;

  async function write(week: number): Promise<void> {
    let revision = "0.0";
    for (let number = 1; !killed; number += 1) {
      const fields = { csrf, loop: loopId, week: String(week), revision, content: String(number) };
      const { body, contentType } = encodeForm(Object.entries(fields));
      const headers = {
        Cookie: browser.cookies.header() ?? "",
        "Content-Type": contentType,
        "Sec-Fetch-Site": "same-origin",
      };
      const response = await served.ask("/dashboard/draft", { method: "POST", headers, body }).catch(() => null);
      if (!response) return;
      expect(response.status).toBe(204);
      revision = String(response.headers["x-week-revision"]);
      acknowledged.set(week, number);
      count += 1;
      if (count === BEFORE_THE_KILL) killed = served.close();
    }
  }

  await Promise.all(WEEKS.map(write));
  await killed;
  const kept = rowsOf("SELECT week, content FROM drafts WHERE loop_id = ?", loopId);
  for (const week of WEEKS) {
    const draft = kept.find((row) => row.week === week);
    expect(Number(draft?.content)).toBeGreaterThanOrEqual(acknowledged.get(week) ?? 1);
  }
  expect(count).toBeGreaterThanOrEqual(BEFORE_THE_KILL);
});

const KILLS = rounds(50, 1);
const LONG = { timeout: KILLS * 240_000 };
const BUYERS = 2;
/** Orders that are paid for and vouchers that are redeemed before a process is killed. */
const DONE_BEFORE_THE_KILL = 4;
const isPaid = ({ title }: { title: string }) => title.startsWith("Payment Successful!");
const PET = { theme: "pet", type: "my-cat-and-me" };

it("orders that were placed and paid for, and vouchers that were redeemed, are there after a kill", LONG, async () => {
  const app = await openApp();
  const program = await becomeApiClient(app);
  const placed = new Set<string>();
  const redeemed = new Set<string>();
  /** Where buyers return to from the provider, and whether they were told there that they have paid. */
  const returns = new Map<string, { browser: Visitor; wasTold: boolean }>();

  /** Buys until the process is gone. */
  async function buy(served: ServedApp, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const browser = served.visitor();
      showCookies((await becomeCustomer(app)).browser, browser);
      await chooseLoop(browser);
      await browser.visit("/payment");
      await browser.submit("Pay £69.99", ADDRESS, { follow: false });
      const url = browser.page.location ?? "";
      placed.add(url.split("/").at(-1) ?? "");
      const { pathname, search } = new URL(addressOf(await payWith(url, GOOD_CARD)));
      const buyer = { browser, wasTold: false };
      returns.set(pathname + search, buyer);
      buyer.wasTold = isPaid(await browser.visit(pathname + search));
    }
  }

  async function redeem(served: ServedApp, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const { voucherId, code } = await makeVoucher();
      const body = { voucherCode: code, ...PET };
      const { status } = await call(served.visitor(), "POST", "/voucher/redeem", body, { token: program.token });
      expect(status).toBe(201);
      redeemed.add(voucherId);
    }
  }

  const done = () => redeemed.size + [...returns.values()].filter(({ wasTold }) => wasTold).length;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const served = await serveApp(process.env.PUBLIC_ORIGIN ?? "");
    let killed: Promise<void> | undefined;
    const isOver = () => {
      if (done() >= kill * DONE_BEFORE_THE_KILL && returns.size >= kill) killed ??= served.close();
      return killed !== undefined;
    };
    // Those who are cut off have a connection that broke, and nothing else.
    const cutOff = ({ code }: NodeJS.ErrnoException) => expect(code).toMatch(/^ECONN/);
    const acts = [redeem(served, isOver), ...Array.from({ length: BUYERS }, () => buy(served, isOver))];
    await Promise.all(acts.map((act) => act.catch(cutOff)));
    await killed;
  }

  const statusOf = (checkoutId: string) =>
    rowsOf("SELECT o.status FROM orders o JOIN payments p ON p.order_id = o.id WHERE p.checkout_id = ?", checkoutId);
  for (const checkoutId of placed) expect(statusOf(checkoutId)).toHaveLength(1);
  for (const voucherId of redeemed) expect(countOf("vouchers", "id = ? AND status = 'REDEEMED'", voucherId)).toBe(1);
  expect(returns.size).toBeGreaterThan(0);
  for (const [path, { browser, wasTold }] of returns) {
    const checkoutId = new URLSearchParams(path.split("?")[1]).get("session_id") ?? "";
    if (wasTold) expect(statusOf(checkoutId)).toEqual([{ status: "PAID" }]);
    // Those who paid and were cut off have what they bought once they come back.
    const later = app.visitor();
    showCookies(browser, later);
    expect(isPaid(await later.visit(path))).toBe(true);
  }
});
