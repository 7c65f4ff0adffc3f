import { join } from "node:path";
import Database from "better-sqlite3";
import { type BrowserContext, expect, type Page, test } from "playwright/test";
import sharp from "sharp";
import { DEMO_PEOPLE, signIn } from "./support/own-pages";
import { dataFolder } from "./support/world";

/** Writing without a network: on the device at once, also in a page opened there, and saved once afterwards. */

const KEPT = "Kept on this device. We’ll save it when you’re back online.";
const PLACE = /^\/dashboard\?loop=\w+&week=\d+/;

async function photo(name: string, background: string) {
  const picture = sharp({ create: { width: 1200, height: 900, channels: 3, background } });
  return { name, mimeType: "image/jpeg", buffer: await picture.jpeg().toBuffer() };
}

/** Somebody like Margaret, in the same week of a year of which nothing is written. */
function anotherMargaret(name: string) {
  const connection = new Database(join(dataFolder(), "loop.db"));
  const copy = (table: string, column: string, value: string, changes: Record<string, string>) => {
    const found = connection.prepare(`SELECT * FROM ${table} WHERE ${column} = ? LIMIT 1`).get(value);
    const row = { ...(found as Record<string, unknown>), ...changes };
    const names = Object.keys(row);
    const places = names.map((one) => `@${one}`);
    connection.prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${places.join()})`).run(row);
    return (found as { id: string }).id;
  };
  const [id, email] = [`${Date.now()}${name}`, `${name}-${Date.now()}@example.com`];
  const margaret = copy("accounts", "email", DEMO_PEOPLE.margaret.email, { id, email });
  copy("loops", "account_id", margaret, { id: `${id}loop`, account_id: id });
  connection.close();
  return { email, password: DEMO_PEOPLE.margaret.password };
}

/** The addresses of the newest open weeks, once the browser keeps their pages. */
async function openWeeks(page: Page): Promise<string[]> {
  await signIn(page, anotherMargaret("pilot"));
  await page.goto("/dashboard");
  const links = await page.locator("main a[href*='&week=']").all();
  const hrefs = await Promise.all(links.map((link) => link.getAttribute("href")));
  const all = hrefs.flatMap((href) => PLACE.exec(href ?? "")?.[0] ?? []);
  const weeks = [...new Set(all)].slice(-3);
  await expect
    .poll(
      () =>
        page.evaluate(async (all) => (await Promise.all(all.map((one) => caches.match(one)))).every(Boolean), weeks),
      { timeout: 60_000 },
    )
    .toBe(true);
  return weeks;
}

const answer = (page: Page) => page.locator("textarea[name=content]");
const state = (page: Page) => page.locator("[data-save-state]");

function keptOnDevice(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opened = indexedDB.open("loop-weeks", 1);
        opened.onsuccess = () => {
          if (opened.result.objectStoreNames.length === 0) return resolve(0);
          const count = opened.result.transaction("weeks").objectStore("weeks").count();
          count.onsuccess = () => resolve(count.result);
        };
      }),
  );
}

/** A page opens itself again once its week is saved, also while it is asked. */
const untilNothingIsKept = (page: Page) => expect.poll(() => keptOnDevice(page).catch(() => -1)).toBe(0);

/** Until the open page can be opened without a network. */
const untilKept = (page: Page) =>
  expect
    .poll(() => page.evaluate(async () => Boolean(await caches.match(location.href))), { timeout: 30_000 })
    .toBe(true);

/** A page as the browser keeps it; empty where it keeps none. */
const keptText = (page: Page, address: string) =>
  page.evaluate(async (address) => (await (await caches.match(address))?.text()) ?? "", address);

async function writeOffline(context: BrowserContext, address: string, text: string, colour: string) {
  const page = await context.newPage();
  await page.goto(address);
  await answer(page).fill(text);
  await page.locator("input[type=file]").setInputFiles([await photo(`${colour}.jpg`, colour)]);
  await expect(page.locator("[data-previews] figure")).toHaveCount(1);
  await page.getByRole("button", { name: /^Save week \d+$/ }).click();
  await expect(state(page)).toHaveText(KEPT);
  await page.close();
}

test("three weeks with photos, written in flight mode, are saved once after landing", async ({ page, context }) => {
  const weeks = await openWeeks(page);
  expect(weeks).toHaveLength(3);
  await page.close();
  await context.setOffline(true);
  // An installed app begins at this address; what isn't kept says so.
  const begun = await context.newPage();
  await begun.goto("/dashboard?week=1");
  await begun.getByRole("link", { name: "This week is" }).click();
  await expect(answer(begun)).toBeVisible();
  await begun.close();
  const colours = ["navy", "olive", "maroon"];
  for (const [index, address] of weeks.entries())
    await writeOffline(context, address, `Above the clouds, ${index}.`, colours[index] ?? "");
  // Opened again in the air, a week is as it was left.
  const again = await context.newPage();
  await again.goto(weeks[0] ?? "");
  await expect(answer(again)).toHaveValue("Above the clouds, 0.");
  await expect(again.locator("[data-previews] figure")).toContainText("navy.jpg");
  await again.close();
  await context.setOffline(false);
  const landed = await context.newPage();
  await landed.goto("/dashboard");
  await untilNothingIsKept(landed);
  // It opens itself again now; another page is not in its way.
  const later = await context.newPage();
  await later.goto("/about");
  // None of them opens again as it was before the flight.
  const before = await later.evaluate(async (weeks) => {
    const pages = await Promise.all(weeks.map(async (week) => await (await caches.match(week))?.text()));
    return pages.filter((page) => page !== undefined && !page.includes("Above the clouds"));
  }, weeks);
  expect(before).toEqual([]);
  for (const [index, address] of weeks.entries()) {
    await later.goto(address.replace("/dashboard", "/entry"));
    await expect(later.getByText(`Above the clouds, ${index}.`)).toBeVisible();
    await expect(later.locator("main img[src^='/photos/']")).toHaveCount(1);
    await later.goto(address);
    await expect(later.getByText("Earlier versions")).toHaveCount(0);
  }
});

test("what one person wrote is shown to nobody else on the same device", async ({ page, context }) => {
  const margaret = anotherMargaret("margaret");
  await signIn(page, margaret);
  await page.goto("/dashboard?week=23");
  await untilKept(page);
  await context.setOffline(true);
  await answer(page).fill("Only for Margaret.");
  await expect(state(page)).toHaveText(KEPT);
  await page.getByText("Account", { exact: true }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("button", { name: "Stay signed in" }).click();
  // Her session ends without a sign-out, and somebody else signs in.
  await page.goto("about:blank");
  await context.clearCookies();
  await context.setOffline(false);
  await signIn(page, DEMO_PEOPLE.ines);
  // Also before she has opened a page of the worker.
  await page.goto("/about");
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(0);
  expect(await page.content()).not.toContain("Only for Margaret.");
  expect(await keptOnDevice(page)).toBe(1);
  await context.setOffline(true);
  await expect(page.goto("/dashboard?week=23")).rejects.toThrow();
  await context.setOffline(false);
  await page.goto("/logout");
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  expect(await keptOnDevice(page)).toBe(1);
  await signIn(page, margaret);
  await page.goto("/dashboard?week=23");
  await expect(answer(page)).toHaveValue("Only for Margaret.");
  await untilNothingIsKept(page);
});

const countCaches = (page: Page) => page.evaluate(async () => (await caches.keys()).length);

test("a session that is over leaves no page to open without a network, and the words wait", async ({
  page,
  context,
}) => {
  const person = anotherMargaret("away");
  await signIn(page, person);
  await page.goto("/dashboard?week=23");
  await untilKept(page);
  await context.setOffline(true);
  await answer(page).fill("Written after the session.");
  await expect(state(page)).toHaveText(KEPT);
  await context.clearCookies();
  await context.setOffline(false);
  // The open page sends what waits, and hears that nobody is signed in.
  await expect.poll(() => countCaches(page)).toBe(0);
  await expect(page.locator("[data-kept-list]")).toContainText("Sign in and we’ll save it.");
  await context.setOffline(true);
  const other = await context.newPage();
  await expect(other.goto("/dashboard?week=23")).rejects.toThrow();
  await context.setOffline(false);
  expect(await keptOnDevice(page)).toBe(1);
});

test("a page that was kept longer ago than a session lasts is not shown", async ({ page, context }) => {
  await signIn(page, anotherMargaret("absent"));
  await page.goto("/dashboard?week=23");
  await untilKept(page);
  const agedBy = (days: number, address = "/dashboard?week=23") =>
    page.evaluate(
      async ([days, address]) => {
        const cache = await caches.open((await caches.keys())[0] ?? "");
        const kept = await cache.match(address);
        const headers = new Headers(kept?.headers);
        headers.set("Date", new Date(Date.now() - days * 24 * 60 * 60 * 1000).toUTCString());
        await cache.put(address, new Response(await kept?.text(), { headers }));
      },
      [days, address] as const,
    );
  await expect.poll(() => keptText(page, "/dashboard")).toBeTruthy();
  await expect.poll(() => agedBy(13).then(() => true)).toBe(true);
  await context.setOffline(true);
  await page.goto("/dashboard?week=23");
  await expect(answer(page)).toBeVisible();
  await agedBy(15);
  await page.goto("/dashboard?week=23");
  await expect(page.locator("main, form")).toHaveCount(0);
  await page.getByRole("heading", { name: "There’s no connection" }).waitFor();
  await expect(page.getByRole("link", { name: "This week is" })).toBeVisible();
  expect(await keptText(page, "/dashboard?week=23")).toBe("");
  await agedBy(15, "/dashboard");
  await page.reload();
  await page.getByRole("heading", { name: "There’s no connection" }).waitFor();
  await expect(page.getByRole("link", { name: "This week is" })).toHaveCount(0);
});

test("a week that is saved opens without a network as it is now", async ({ page, context }) => {
  await signIn(page, anotherMargaret("careful"));
  await page.goto("/dashboard?week=23");
  await untilKept(page);
  await answer(page).fill("Typed at home.");
  await page.getByRole("button", { name: "Keep as a draft" }).click();
  await expect.poll(() => keptText(page, "/dashboard?week=23").catch(() => "")).toContain("Typed at home.");
  // Where a page sends it later, and there is no worker to do it.
  await page.goto("/dashboard?week=23");
  await page.evaluate(async () => await (await navigator.serviceWorker.getRegistration("/dashboard"))?.unregister());
  await context.route("**/dashboard/draft", (route) => route.fulfill({ status: 503 }));
  await answer(page).fill("Typed on the way.");
  await expect(state(page)).toHaveText(KEPT);
  await page.goto("about:blank");
  await context.unroute("**/dashboard/draft");
  await page.goto("/account-settings");
  await expect.poll(() => keptText(page, "/dashboard?week=23")).toContain("Typed on the way.");
});

test("the page to sign in leaves no page to open without a network", async ({ page, context }) => {
  await signIn(page, anotherMargaret("gone"));
  await page.goto("/dashboard?week=23");
  await untilKept(page);
  await context.clearCookies();
  await page.goto("/auth");
  await expect.poll(() => countCaches(page)).toBe(0);
});

test("a kept page has the script and style sheet that it was kept with, also after a new build", async ({ page }) => {
  await signIn(page, anotherMargaret("patient"));
  await page.goto("/dashboard?week=23");
  await untilKept(page);
  const script = await page.locator("script[src*='/week-']").first().getAttribute("src");
  await expect.poll(() => page.evaluate(async (src) => Boolean(await caches.match(src ?? "")), script)).toBe(true);
  // What the server has under that name now, or no longer has, is not asked for. Two pages were opened and may still be
  // keeping it, each for itself.
  const scriptOfKeptPage = async () => {
    await page.evaluate(async (src) => {
      const cache = await caches.open((await caches.keys())[0] ?? "");
      const headers = { "Content-Type": "text/javascript" };
      await cache.put(src ?? "", new Response("document.body.dataset.script = 'as it was kept'", { headers }));
    }, script);
    await page.goto("/dashboard?week=23");
    return await page.locator("body").getAttribute("data-script");
  };
  await expect.poll(scriptOfKeptPage).toBe("as it was kept");
});

test("signing out deletes what isn’t saved, after asking", async ({ page }) => {
  await signIn(page, anotherMargaret("somebody"));
  await page.goto("/dashboard?week=23");
  // A worker that sends it would make the question needless.
  await page.evaluate(async () => await (await navigator.serviceWorker.getRegistration("/dashboard"))?.unregister());
  await page.route("**/dashboard/draft", (route) => route.fulfill({ status: 503 }));
  await answer(page).fill("Not for this device.");
  await expect(state(page)).toHaveText(KEPT);
  await page.getByText("Account", { exact: true }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("button", { name: "Sign out and delete it" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  expect(await keptOnDevice(page)).toBe(0);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});

/** Week 23 on a phone, while a laptop saves another text in it. */
async function openBesideLaptop(page: Page, context: BrowserContext): Promise<void> {
  await signIn(page, anotherMargaret("passenger"));
  await page.goto("/dashboard?week=23");
  await untilKept(page);
  const laptop = await context.newPage();
  await laptop.goto("/dashboard?week=23");
  await answer(laptop).fill("From the laptop.");
  await laptop.getByRole("button", { name: "Keep as a draft" }).click();
  // Until this is kept, the week of before is not kept any more, and opens nowhere without a network.
  await expect.poll(() => keptText(page, "/dashboard?week=23").catch(() => "")).toContain("From the laptop.");
  await laptop.close();
}

test("a week that another device saved in between is kept twice, until somebody chooses or keeps both", async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openBesideLaptop(page, context);
  await context.setOffline(true);
  await answer(page).fill("From the train.");
  await expect(state(page)).toHaveText(KEPT);
  await page.goto("/dashboard?week=23");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Choose which one" }).click();
  await expect(page.locator("dd", { hasText: "From the laptop." })).toBeVisible();
  await expect(page.locator("dd", { hasText: "From the train." })).toBeVisible();
  await page.getByRole("button", { name: "Keep both" }).click();
  await expect(answer(page)).toHaveValue(/^From the laptop\.\s+From the train\.$/);
  await untilNothingIsKept(page);
});

test("a week in which somebody must choose opens without a network as the other device saved it", async ({
  page,
  context,
}) => {
  await openBesideLaptop(page, context);
  const loop = await page.locator("[data-week-form] input[name=loop]").inputValue();
  await answer(page).fill("From the phone.");
  await page.getByRole("button", { name: "Keep as a draft" }).click();
  await expect(page.locator("dd", { hasText: "From the phone." })).toBeVisible();
  const opensWith = () =>
    page.evaluate(async (id) => (await caches.match(`/dashboard?loop=${id}&week=23`))?.text() ?? "", loop);
  await expect.poll(opensWith).toContain("From the laptop.");
});
