import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { expectNothingBreaks } from "../screens/support/app-log";
import { becomeCustomer } from "../screens/support/customers";
import { giveEntries, giveLoop } from "../screens/support/loops";
import { takePhoto } from "../screens/support/photographs";
import { rowOf, useUp } from "../screens/support/records";
import { PASSWORD } from "../screens/support/registrations";
import { openApp } from "../support/app";
import { unzip } from "../support/zip";

const app = await openApp();
expectNothingBreaks();

const SETTINGS = "/account-settings";

describe("raw data of a loop", () => {
  it("takes one button for any loop, and comes as a file that no cache keeps", async () => {
    const customer = await becomeCustomer(app);
    const now = giveLoop(customer, { startedDaysAgo: 20 });
    const done = giveLoop(customer, { title: "Last “Year”", startedDaysAgo: 400, status: "DELIVERED" });
    giveEntries(now, [1, 2]);
    giveEntries(done, [52]);
    for (const [loop, name, weeks] of [
      [now, "our-year-by-the-sea", ["week 1", "week 2"]],
      [done, "last-year", ["week 52"]],
    ] as const) {
      const page = await customer.browser.visit(`${SETTINGS}?tab=books&loop=${loop}`);
      const link = page.links().find(({ words }) => words === "Download Raw Data");
      expect(link?.href).toBe(`/exports/loops/${loop}`);
      const response = await customer.browser.send(link?.href ?? "");
      expect(response.status).toBe(200);
      const said = ["content-type", "content-disposition", "cache-control", "x-content-type-options"];
      expect(said.map((header) => response.headers.get(header))).toEqual([
        "application/zip",
        `attachment; filename="${name}-raw-data.zip"`,
        "no-store",
        "nosniff",
      ]);
      const html = unzip(response.bytes).get("index.html")?.toString("utf8") ?? "";
      for (const week of weeks) expect(html).toContain(`We wrote ${week}.`);
    }
  });

  it("holds the photo as it was stored, when it was sent with the form", async () => {
    const customer = await becomeCustomer(app);
    const loop = giveLoop(customer);
    await customer.browser.visit(`/dashboard?loop=${loop}`);
    const photos = await takePhoto();
    await customer.browser.submit("Keep as a draft", { highlight: "A seal!", photos });
    const { original_key: key } = rowOf("SELECT original_key FROM photos WHERE loop_id = ?", loop);
    const kept = readFileSync(join(process.env.DATA_DIR ?? "", "photos", String(key)));
    const files = unzip((await customer.browser.send(`/exports/loops/${loop}`)).bytes);
    expect(files.get("our-year-by-the-sea/photos/week-01-1.jpg")?.equals(kept)).toBe(true);
    expect(files.get("index.html")?.toString("utf8")).toContain("A seal!");
  });

  it("of somebody else, and of nobody, is the same response to the byte", async () => {
    const [hers, his] = [await becomeCustomer(app), await becomeCustomer(app)];
    const theirs = giveLoop(hers);
    const responses = [];
    for (const loop of [theirs, "0".repeat(20), "nothing", "%27%3B--"]) {
      responses.push(await his.browser.send(`/exports/loops/${loop}`));
    }
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
    const headers = responses.map((response) =>
      [...response.headers].filter(([name]) => name !== "date" && name !== "x-request-id"),
    );
    expect(new Set(headers.map((all) => JSON.stringify(all))).size).toBe(1);
  });

  it("sends who is not signed in to sign in", async () => {
    const loop = giveLoop(await becomeCustomer(app));
    for (const place of [`/exports/loops/${loop}`, "/exports/everything"]) {
      expect((await app.visitor().visit(place, { follow: false })).location).toBe("/auth");
    }
  });
});

describe("everything about oneself", () => {
  it("takes one button in the Privacy tab, and has the details, loops and emails, and no secrets", async () => {
    const customer = await becomeCustomer(app);
    giveEntries(giveLoop(customer), [1]);
    const page = await customer.browser.visit(`${SETTINGS}?tab=privacy`);
    expect(page.links()).toContainEqual({ words: "Download everything", href: "/exports/everything" });
    const response = await customer.browser.send("/exports/everything");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="loop-everything-[\d-]+\.zip"$/);
    const files = unzip(response.bytes);
    const record = JSON.parse(files.get("everything.json")?.toString("utf8") ?? "");
    expect(record.account).toMatchObject({ email: customer.email, firstName: "Margaret" });
    expect(record.emails[0].subject).toBe("Your Loop verification code");
    expect(record.sessions).toHaveLength(1);
    const all = [...files.values()].map((content) => content.toString("utf8")).join("\n");
    const { password_hash: hash } = rowOf("SELECT password_hash FROM accounts WHERE id = ?", customer.accountId);
    const { key_hash: key } = rowOf("SELECT key_hash FROM sessions WHERE account_id = ?", customer.accountId);
    for (const secret of [hash, key, PASSWORD]) expect(all).not.toContain(String(secret));
    expect(all).toContain("We wrote week 1.");
  });

  it("is made twenty times an hour and not more, which the page says", async () => {
    const { browser, accountId } = await becomeCustomer(app);
    useUp("exports", accountId, 20);
    const page = await browser.visit("/exports/everything");
    expect(page.path).toBe(`${SETTINGS}?tab=privacy`);
    expect(page.text("main")).toContain("That was twenty copies in an hour");
    expect((await browser.visit("/exports/loops/nothing")).path).toBe(`${SETTINGS}?tab=books`);
  });
});
