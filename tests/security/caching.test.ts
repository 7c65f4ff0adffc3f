import { afterAll, beforeAll, expect, it } from "vitest";
import { becomeCustomer } from "../screens/support/customers";
import { giveLoop } from "../screens/support/loops";
import { takePhoto } from "../screens/support/photographs";
import { chooseLoop } from "../screens/support/purchases";
import { rowOf } from "../screens/support/records";
import { type ServedApp, serveApp } from "../screens/support/served-app";
import { makeVoucher } from "../screens/support/vouchers";
import { openApp } from "../support/app";

/** How long browsers and proxies may cache each kind of response. */

const A_YEAR = "public, max-age=31536000, immutable";
const AN_HOUR = "public, max-age=3600";
const NOT_AT_ALL = "no-store";

let served: ServedApp;
let cookie = "";
let [photo, document] = ["", ""];
beforeAll(async () => {
  const customer = await becomeCustomer(await openApp());
  const loopId = giveLoop(customer);
  await customer.browser.visit("/dashboard");
  await customer.browser.submit("Save week 1", { photos: await takePhoto() });
  photo = `/photos/${rowOf("SELECT id FROM photos WHERE loop_id = ?", loopId).id}/screen`;
  const { voucherId } = await makeVoucher({ purchasedByAccountId: customer.accountId });
  document = `/voucher/${voucherId}/pdf`;
  await chooseLoop(customer.browser);
  cookie = customer.browser.cookies.header() ?? "";
  served = await serveApp(process.env.PUBLIC_ORIGIN ?? "");
});
afterAll(async () => await served.close());

const ask = (path: string, Accept = "text/html") => served.ask(path, { headers: { Cookie: cookie, Accept } });

it("what carries a digest of its content in its name is cached for a year, for its name changes with it", async () => {
  const { body } = await ask("/payment");
  const assets = new Set(
    [...body.matchAll(/"(\/(?:assets|scripts)\/[^"]+\.(?:css|js))"/g)].map(([, path = ""]) => path),
  );
  expect(new Set([...assets].map((path) => path.replace(/.*\./, "")))).toEqual(new Set(["css", "js"]));
  for (const path of assets) {
    const { status, headers } = await ask(path);
    expect([path, status, headers["cache-control"]]).toEqual([path, 200, A_YEAR]);
  }
});

it.each([
  ["a typeface", "/fonts/figtree.woff2", /font\/woff2/],
  ["a piece of artwork", "/artwork/share.png", /image\/png/],
  ["the icon of the tab", "/favicon.svg", /image\/svg/],
])("%s, whose name never changes, is asked for again after an hour", async (_, path, type) => {
  const { status, headers } = await ask(path);
  expect([status, headers["cache-control"]]).toEqual([200, AN_HOUR]);
  expect(headers["content-type"]).toMatch(type);
});

it.each([
  ["a page", () => "/", /text\/html/],
  ["a page of one person", () => "/dashboard", /text\/html/],
  ["a photo", () => photo, /image\/jpeg/],
  ["a voucher to print", () => document, /application\/pdf/],
  ["what a program is told", () => "/account/me", /application\/json/],
  ["how we are", () => "/health", /application\/json/],
])("%s is cached by nobody", async (_, path, type) => {
  const { status, headers } = await ask(path(), type.test("application/json") ? "application/json" : undefined);
  expect([status, headers["cache-control"]]).toEqual([200, NOT_AT_ALL]);
  expect(headers["content-type"]).toMatch(type);
});

it.each(["/voucher/nobody/pdf", "/photos/nobody/screen", "/scripts/nothing.js", "/assets/nothing-B3kD9x2a.js"])(
  "that nothing is at %s is cached by nobody",
  async (path) => {
    const { status, headers } = await ask(path);
    expect([status, headers["cache-control"]]).toEqual([404, NOT_AT_ALL]);
  },
);
