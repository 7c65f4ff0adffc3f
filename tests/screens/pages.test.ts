import { beforeAll, describe, expect, it } from "vitest";
import { payWith } from "../adapters/payments/buyer";
import type { Visitor } from "../support/visitor";
import { expectNothingBreaks } from "./support/app-log";
import { becomeCustomer } from "./support/customers";
import { namesIn, pagesOf } from "./support/everywhere";
import { nameYear } from "./support/loops";
import { faultsOf } from "./support/markup";
import { takePhoto } from "./support/photographs";
import { ADDRESS, chooseLoop } from "./support/purchases";
import { rowsOf } from "./support/records";
import { openSellingApp } from "./support/selling-app";

// Every page once with React's development build, which warns of mistakes in rendering.
process.env.NODE_ENV = "development";

const { app } = await openSellingApp();
expectNothingBreaks();

/** Somebody who has done everything there is to do, and the addresses that name what is theirs. */
async function accountWithEverything(): Promise<{ browser: Visitor; places: string[] }> {
  const { browser, accountId } = await becomeCustomer(app);
  await chooseLoop(browser);
  await browser.visit("/payment");
  await browser.submit("Pay £69.99", { ...ADDRESS, startsAtOnce: true }, { follow: false });
  const url = browser.page.location ?? "";
  await payWith(url, "4242 4242 4242 4242");
  await browser.visit(`/payment-success?session_id=${url.split("/").at(-1)}`);
  await browser.visit("/loop-end-date");
  await browser.submit("Confirm");
  await nameYear(browser, "Our Year by the Sea");
  await browser.submit("Save week 1", { content: "We saw a seal.", photos: await takePhoto() });
  await browser.submit("Keep as a draft", { highlight: "A seal!" });
  await browser.visit("/book");
  await browser.submit("Make the PDF");
  await chooseLoop(browser, "pet", "My Cat & Me");
  await browser.visit("/payment");
  await browser.submit("Pay £69.99", ADDRESS, { follow: false });
  const [loop] = rowsOf("SELECT id FROM loops WHERE account_id = ?", accountId);
  const places = [`/dashboard?loop=${loop?.id}`, `/dashboard?title=1`, `/entry?loop=${loop?.id}&week=1`];
  return { browser, places: [...pagesOf(app), ...places, "/payment"] };
}

/** Everything in the database that no page may show: digests, storage keys, ids at the provider. */
function secretsKept(): string[] {
  const tables = rowsOf("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'");
  return tables.flatMap(({ name: table }) =>
    rowsOf(`SELECT name FROM pragma_table_info('${table}')`)
      .map(({ name }) => String(name))
      .filter((column) =>
        /hash|sha256|sealed|(?:original|print|screen|thumb|storage|basket)_key|checkout_id|intent_id|charge_id/.test(
          column,
        ),
      )
      .flatMap((column) => rowsOf(`SELECT ${column} AS value FROM ${table}`))
      .map(({ value }) => String(value ?? ""))
      .filter((value) => value.length > 8),
  );
}

const SECRET_NAME = /hash|token(?!$)|secret|stripe|moderationNotes|storageKey|basketKey/i;

function dataAddress(place: string): string {
  const [path = "", query] = place.split("?");
  return `${path === "/" ? "/_root" : path}.data${query ? `?${query}` : ""}`;
}

describe("what a page carries", () => {
  let everything: Awaited<ReturnType<typeof accountWithEverything>>;
  beforeAll(async () => {
    everything = await accountWithEverything();
  });

  it("can be followed by those who listen to it, and has no style, handler or class that does nothing", async () => {
    const { browser, places } = everything;
    for (const visitor of [browser, app.visitor()]) {
      for (const place of places) {
        const page = await visitor.send(place);
        if (page.headers.get("content-type")?.includes("text/html")) expect(faultsOf(page.root), place).toEqual([]);
      }
    }
  });

  it("has nothing that only the app may know, for any visitor", async () => {
    const { browser, places } = everything;
    const secrets = secretsKept();
    expect(secrets.length).toBeGreaterThan(8);
    expect(places.length).toBeGreaterThan(15);
    for (const visitor of [browser, app.visitor()]) {
      for (const place of places) {
        const page = await visitor.send(place);
        expect(page.status, place).toBeLessThan(500);
        const data = await visitor.send(dataAddress(place), { headers: { Accept: "*/*" } });
        expect(data.status, place).toBeLessThan(500);
        const shown = secrets.filter((secret) => page.body.includes(secret) || data.body.includes(secret));
        expect(shown, place).toEqual([]);
        if (!data.headers.get("content-type")?.includes("text/x-script")) continue;
        expect(
          namesIn(data.body).filter((name) => SECRET_NAME.test(name)),
          place,
        ).toEqual([]);
      }
    }
  });

  it("is no data for scripts", async () => {
    const { browser, places } = everything;
    for (const place of places) {
      const page = await browser.send(place);
      if (!page.headers.get("content-type")?.includes("text/html")) continue;
      const scripts = page.root
        .querySelectorAll("script:not([src]):not([type='application/ld+json'])")
        .map((script) => script.text);
      expect(scripts, place).toEqual([]);
    }
  });
});

it("no page loses or gains a byte, wherever its multi-byte characters fall", async () => {
  const browser = app.visitor();
  await browser.visit("/register");
  for (let length = 1; length <= 12; length += 1) {
    const name = `${"a".repeat(length)}${"今".repeat(600)}`;
    const page = await browser.submit("Create account", { "First name": name });
    expect(page.body).not.toContain("\u0000");
    expect(page.body).not.toContain("\ufffd");
    expect(page.field("First name").value).toBe(name);
  }
});
