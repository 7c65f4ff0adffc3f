import { describe, expect, it } from "vitest";
import { addresses } from "../architecture/route-table";
import { expectNothingBreaks } from "../screens/support/app-log";
import { becomeCustomer } from "../screens/support/customers";
import { MANY_SCRIPTS } from "../screens/support/hostile-forms";
import { openApp } from "../support/app";

const app = await openApp();
expectNothingBreaks();

describe("an address nobody built", () => {
  it.each([
    ["of one word", "/nowhere"],
    ["below a page", "/dashboard/nowhere"],
    ["of many words, with a question", "/nowhere/at/all?x=1"],
    ["with two strokes", "/.//evil"],
    ["in many scripts", `/${encodeURIComponent(MANY_SCRIPTS)}`],
    ["that is half a character", "/%"],
    ["of a control character", "/%00"],
    ["that is broken in the middle of a character", "/%E0%A4%A"],
    ["of four thousand letters", `/${"a".repeat(4000)}`],
    ["that is a word of the machine", "/__proto__"],
    ["that is another one", "/constructor"],
    ["that others have", "/wp-login"],
  ])("%s leads home", async (_, place) => {
    const page = await app.visitor().send(place);
    expect([page.status, page.location]).toEqual([302, "/"]);
  });

  it("leads people who are signed in home too, and leaves them signed in", async () => {
    const { browser } = await becomeCustomer(app);
    expect((await browser.visit("/nowhere")).path).toBe("/");
    expect((await browser.visit("/dashboard")).heading).toBe("You don’t have a loop yet");
  });

  it.each([
    "/api/orders",
    "/artwork/nothing.svg",
    "/fonts/nothing.woff2",
    "/photos",
    "/books/1",
    "/.env",
    "/package.json",
    "/robots.php",
    "/assets/x.js.map",
  ])("%s, where software looks, is not there", async (place) => {
    const page = await app.visitor().send(place, { headers: { Accept: "application/json" } });
    const sentence = "Resource not found. The requested item may have been moved or deleted.";
    expect([page.status, page.json()]).toEqual([404, { success: false, error: sentence, message: sentence }]);
    expect(page.headers.get("cache-control")).toBe("no-store");
  });

  it.each(["/api/orders", "/account/me", "/loops", "/auth/login", "/artwork/nothing.svg"])(
    "%s is a page to somebody who opens it in a browser, with the way home",
    async (place) => {
      const page = await app.visitor().visit(place);
      expect([page.status, page.heading]).toEqual([404, "We can’t find that page"]);
      expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(page.find('a[href="/"]').textContent).toBe("Go to the home page");
    },
  );

  it("below the folder of every call is not there, for a browser too", async () => {
    const folders = addresses
      .filter(({ file }) => file === "app/api/call.ts")
      .map(({ path }) => path.split("/")[1] ?? "")
      .filter((folder) => !["dashboard", "csp-reports"].includes(folder));
    expect(new Set(folders).size).toBeGreaterThan(8);
    for (const folder of [...new Set(folders), ".well-known"]) {
      const { status } = await app.visitor().send(`/${folder}/nowhere/at-all`);
      expect([folder, status]).toEqual([folder, 404]);
    }
  });

  it("responds with 404 to requests that are not for a page", async () => {
    for (const Accept of ["*/*", "application/json", "image/avif,image/webp"]) {
      expect((await app.visitor().send("/nowhere", { headers: { Accept } })).status).toBe(404);
    }
  });

  it("takes no forms", async () => {
    const browser = app.visitor();
    await browser.visit("/logout");
    browser.page.find('form[action="/logout"]').setAttribute("action", "/nowhere");
    await browser.submit("Logout");
    expect(browser.page.status).toBe(404);
  });
});

describe("an address that is there", () => {
  it.each(["/begin/", "/auth/", "/BEGIN"])("may be written as %s", async (place) => {
    expect((await app.visitor().visit(place)).status).toBe(200);
  });

  it("can be asked for its head alone", async () => {
    const page = await app.visitor().send("/begin", { method: "HEAD" });
    expect([page.status, page.bytes.length]).toEqual([200, 0]);
  });

  it("says whether the app is healthy, and no more", async () => {
    const page = await app.visitor().send("/health");
    expect(page.status).toBe(200);
    expect(page.json()).toEqual({ status: "ok" });
    expect(page.headers.get("cache-control")).toBe("no-store");
  });

  it("for the provider’s messages takes nothing else", async () => {
    const page = await app.visitor().send("/webhooks/stripe");
    expect([page.status, page.headers.get("allow")]).toEqual([405, "POST"]);
  });
});
