import type { Page } from "playwright";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { PageScript } from "~/ui/page-script";
import { plain } from "../support/pictures";
import { openPage, type Response } from "./support/open-page";
import { WeekForm } from "./support/week-form";

const KEPT = "Kept on this device. We’ll save it when you’re back online.";
const SAVED = { status: 204, headers: { "X-Week-Revision": "r2" } };

const A_WEEK = {
  account: "an-account",
  loop: "the-loop",
  week: "5",
  number: 2,
  revision: "0.0",
  intent: "draft",
  state: "waiting",
  sentence: "",
};

/** What the device keeps. */
function rowsOf(page: Page, name: "weeks" | "photos"): Promise<unknown[]> {
  return page.evaluate(
    (name) =>
      new Promise((resolve) => {
        const opened = indexedDB.open("loop-weeks", 1);
        // A page that opens it first leaves it as the script will make it.
        opened.onupgradeneeded = () => opened.transaction?.abort();
        opened.onerror = () => resolve([]);
        opened.onsuccess = () => {
          const all = opened.result.transaction(name).objectStore(name).getAll();
          all.onsuccess = () => {
            opened.result.close();
            resolve(all.result.map((row) => ({ ...row, bytes: row.file?.size })));
          };
        };
      }),
    name,
  );
}

function putRows(page: Page, rows: readonly object[]): Promise<void> {
  return page.evaluate(
    (rows) =>
      new Promise((resolve) => {
        const opened = indexedDB.open("loop-weeks", 1);
        opened.onsuccess = () => {
          const transaction = opened.result.transaction("weeks", "readwrite");
          for (const row of rows) transaction.objectStore("weeks").put(row);
          transaction.oncomplete = () => {
            opened.result.close();
            resolve();
          };
        };
      }),
    rows,
  );
}

function removeRows(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const opened = indexedDB.open("loop-weeks", 1);
        opened.onsuccess = () => {
          opened.result.transaction("weeks", "readwrite").objectStore("weeks").clear().onsuccess = () => {
            opened.result.close();
            resolve();
          };
        };
      }),
  );
}

/** The week's page of an account, with a server that responds to its words, and to photos, like this; the saves are collected. */
async function openWeek(response: (body: string) => Response, photo: (name: string) => Response = () => SAVED) {
  const saves: string[] = [];
  const page = await openPage(
    <>
      <header data-account="an-account">
        <form method="post" action="/logout">
          <button type="submit">Logout</button>
        </form>
        <PageScript name="kept-weeks" />
      </header>
      <main>
        <WeekForm />
        <PageScript name="week-kept" />
      </main>
    </>,
    {
      hasClock: true,
      responses: {
        "GET /api/csrf-token": () => ({ body: { csrfToken: "a-token" } }),
        "POST /dashboard/draft": (request) => {
          saves.push(/\b[0-9a-f]{32}\.\d+\b/.exec(request.postData() ?? "")?.[0] ?? "");
          return response(request.postData() ?? "");
        },
        "POST /dashboard/photo": (request) =>
          photo(/filename="([^"]+)"/.exec(request.postDataBuffer()?.toString("latin1") ?? "")?.[1] ?? ""),
        "POST /logout": () => ({ body: "You are out" }),
      },
    },
  );
  return { page, saves, said: page.locator("[data-save-state]"), field: page.getByLabel("Answer") };
}

describe("words that the server can’t take", () => {
  it("are on the device, and sent under the same name by the next visit", async () => {
    let isBusy = true;
    const { page, saves, said, field } = await openWeek(() => (isBusy ? { status: 503 } : SAVED));
    await field.fill("Typed on a train.");
    await page.clock.runFor(3_000);
    await page.getByText(KEPT).waitFor();
    expect(await said.getAttribute("class")).toContain("save-state-warning");
    isBusy = false;
    await page.reload();
    await expect.poll(() => saves.length).toBe(2);
    expect(saves[0]).toMatch(/^[0-9a-f]{32}\.2$/);
    expect(saves[1]).toBe(saves[0]);
    // The page opens itself again once its week is saved.
    await expect.poll(() => page.reload().catch(() => null)).not.toBeNull();
    await page.clock.runFor(3_000);
    expect(saves).toHaveLength(2);
  });

  it("for good are shown to be copied, until their writer deletes them", async () => {
    let response: Response = { status: 503 };
    const { page, field } = await openWeek(() => response);
    await field.fill("Too late for the printer.");
    await page.clock.runFor(3_000);
    await page.getByText(KEPT).waitFor();
    response = { status: 409, body: { code: "read_only", error: "This loop has gone to print" } };
    await page.reload();
    const list = page.locator("[data-kept-list]");
    await list.getByText("Week 1 isn’t saved. This loop has gone to print").waitFor();
    await list.getByText("Your words, to copy").click();
    expect(await list.locator(".kept-words").textContent()).toBe("Too late for the printer.");
    await list.getByRole("button", { name: "Delete them from this device" }).click();
    await list.waitFor({ state: "detached" });
  });

  it("because another device saved in between ask which one", async () => {
    let response: Response = { status: 503 };
    const { page, field } = await openWeek(() => response);
    await field.fill("From the phone.");
    await page.clock.runFor(3_000);
    await page.getByText(KEPT).waitFor();
    response = { status: 409, body: { error: "A conflict occurred." } };
    await page.reload();
    await page.getByText("Week 1 was saved on another device while you were offline. We’ve kept both.").waitFor();
    const sent = page.waitForRequest((request) => request.isNavigationRequest() && request.method() === "POST");
    await page.getByRole("button", { name: "Choose which one" }).click();
    expect((await sent).postData()).toContain("From the phone.");
    // Where that page never arrives, the next visit asks again.
    await expect.poll(() => rowsOf(page, "weeks").catch(() => [])).toMatchObject([{ state: "waiting" }]);
  });

  it("are asked about on the page that comes next, where this one opens itself again", async () => {
    const conflict = { status: 409, body: { error: "A conflict occurred." } };
    const { page } = await openWeek((body) => (body.includes("Asks.") ? conflict : SAVED));
    const here = { ...A_WEEK, week: "1" };
    await putRows(page, [
      { ...here, writer: "a".repeat(32), fields: [["content", "Asks."]], keptAt: 1 },
      { ...here, writer: "b".repeat(32), fields: [["content", "Is well."]], keptAt: 2 },
    ]);
    await page.addInitScript(() => {
      sessionStorage.pages = Number(sessionStorage.pages ?? 0) + 1;
      const look = () => {
        if (document.querySelector("[data-kept-list]")) sessionStorage.asked ??= sessionStorage.pages;
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    const pages = () => page.evaluate(() => [sessionStorage.pages, sessionStorage.asked]).catch(() => []);
    await expect.poll(pages).toEqual(["2", "2"]);
    await page.getByRole("button", { name: "Choose which one" }).waitFor();
  });

  it("are not taken for saved where a network puts its own page in between", async () => {
    const { page, field } = await openWeek(() => ({ status: 200, body: "Welcome to our hotel" }));
    await field.fill("From the lobby.");
    await page.clock.runFor(3_000);
    await page.getByText(KEPT).waitFor();
    await page.reload();
    await page
      .getByText(KEPT)
      .or(page.locator("[data-kept-list]", { hasText: "Week 1 is kept" }))
      .first()
      .waitFor();
    expect(await rowsOf(page, "weeks")).toMatchObject([{ state: "waiting" }]);
  });

  it.each([
    ["a page of a network", { status: 404, body: "<p>Log in to our network first" }],
    ["an address that isn’t ours", { status: 421, body: { error: "This isn’t one of our addresses." } }],
    ["a token that is too old", { status: 403, body: "Open the page again" }],
    ["too many at once", { status: 429, body: { error: "Too many requests." } }],
  ])("wait where the response is %s", async (_, response) => {
    const { page, saves, field } = await openWeek(() => response);
    await field.fill("Typed in a hotel.");
    await expect.poll(async () => (await rowsOf(page, "weeks")).length).toBe(1);
    await page.reload();
    await page.locator("[data-kept-list]").or(page.getByText(KEPT)).first().waitFor();
    expect(saves).not.toEqual([]);
    expect(await rowsOf(page, "weeks")).toMatchObject([{ state: "waiting" }]);
  });

  it.each([
    [
      "the year has gone to print",
      { status: 409, body: { code: "read_only", error: "It’s late. Your words are still on this page" } },
      "Week 1 isn’t saved. This loop has gone to print, so it can’t change any more. Your words are kept on this device.",
    ],
    [
      "the loop is gone",
      { status: 404, body: { error: "Resource not found. It may have been moved." } },
      "Week 1 isn’t saved. This week isn’t in your loop any more. Your words are kept on this device.",
    ],
  ])("say where they are once %s", async (_, response, sentence) => {
    const { page, field } = await openWeek(() => response);
    await field.fill("Typed on a train.");
    await expect.poll(async () => (await rowsOf(page, "weeks")).length).toBe(1);
    await page.reload();
    await page.locator("[data-kept-list]").getByText(sentence).waitFor();
  });

  it("and that this page has handed over say so on this page once they can’t be saved", async () => {
    let response: Response = { status: 503 };
    const { page, saves, field } = await openWeek(() => response);
    await field.fill("Too late for the printer.");
    await page.clock.runFor(3_000);
    await page.getByText(KEPT).waitFor();
    await page.getByRole("button", { name: "Save week 1" }).click();
    await expect.poll(() => saves.length).toBe(2);
    response = { status: 409, body: { code: "read_only", error: "This loop has gone to print" } };
    const list = page.locator("[data-kept-list]");
    await expect
      .poll(async () => {
        await page.clock.runFor(10_000);
        return await list.count();
      })
      .toBe(1);
    expect(await list.textContent()).toContain("Week 1 isn’t saved. This loop has gone to print");
  });

  it("and that this page has handed over are done here once another page has sent them", async () => {
    const { page, saves, field } = await openWeek(() => ({ status: 503 }));
    await field.fill("Sent by another.");
    await page.clock.runFor(3_000);
    await page.getByText(KEPT).waitFor();
    await page.getByRole("button", { name: "Save week 1" }).click();
    await expect.poll(() => saves.length).toBe(2);
    await removeRows(page);
    await expect
      .poll(async () => {
        await page.clock.runFor(10_000).catch(() => undefined);
        return page.url();
      })
      .toContain("/dashboard?week=1");
  });

  it("of one week don’t hold up another week", async () => {
    const { page, saves } = await openWeek((body) => (body.includes("Breaks it.") ? { status: 500 } : SAVED));
    await putRows(page, [
      { ...A_WEEK, writer: "a".repeat(32), fields: [["content", "Breaks it."]], keptAt: 1 },
      { ...A_WEEK, writer: "b".repeat(32), fields: [["content", "Is well."]], keptAt: 2 },
    ]);
    await page.reload();
    await expect.poll(() => saves.length).toBe(2);
    await expect.poll(async () => (await rowsOf(page, "weeks")).length).toBe(1);
    expect(await rowsOf(page, "weeks")).toMatchObject([{ writer: "a".repeat(32), state: "waiting" }]);
  });

  it("are kept again after the browser has erased what this site kept", async () => {
    const { page, field } = await openWeek(() => ({ status: 503 }));
    await field.fill("Before.");
    await page.clock.runFor(3_000);
    await page.getByText(KEPT).waitFor();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Storage.clearDataForOrigin", { origin: "http://loop.example", storageTypes: "indexeddb" });
    await expect
      .poll(async () => {
        await field.fill(`After ${Math.random()}.`);
        return (await rowsOf(page, "weeks")).length;
      })
      .toBe(1);
  });
});

describe("photos that the device keeps", () => {
  /** Writes with two photos while the server can't take them. */
  async function writeWithPhotos(photo: (name: string) => Response) {
    let words: Response = { status: 503 };
    const week = await openWeek(() => words, photo);
    const files = await Promise.all(
      ["beach.jpg", "hill.jpg"].map(async (name, index) => {
        return {
          name,
          mimeType: "image/jpeg",
          buffer: await plain(64 + index, 48)
            .jpeg()
            .toBuffer(),
        };
      }),
    );
    await week.page.locator("#photos").setInputFiles(files);
    await expect.poll(async () => (await rowsOf(week.page, "photos")).length).toBe(2);
    await week.field.fill("With two photos.");
    await expect.poll(async () => (await rowsOf(week.page, "weeks")).length).toBe(1);
    words = SAVED;
    return week;
  }

  it("are told of where one is refused, also when the rest is sent later and its writer wrote on", async () => {
    let hill: Response = { status: 503 };
    const refused = { status: 422, body: { error: "That file isn’t a photo" } };
    const { page, field } = await writeWithPhotos((name) => (name === "beach.jpg" ? refused : hill));
    await page.evaluate(() => dispatchEvent(new Event("online")));
    const list = page.locator("[data-kept-list]");
    await list.getByText("Not every photo of week 1 is saved. beach.jpg: That file isn’t a photo.").waitFor();
    expect(await rowsOf(page, "photos")).toMatchObject([{ name: "hill.jpg" }]);
    await field.fill("And a word more.");
    await expect.poll(async () => JSON.stringify(await rowsOf(page, "weeks"))).toContain("And a word more.");
    hill = SAVED;
    await page.reload();
    await list.getByText("Week 1 is saved, but not every photo. beach.jpg: That file isn’t a photo.").waitFor();
    expect(await rowsOf(page, "photos")).toEqual([]);
  });

  it("are told of where the device can no longer read them, and don’t hold up their week", async () => {
    const { page } = await writeWithPhotos(() => SAVED);
    await page.route("**/dashboard/photo", (route) => route.abort());
    await page.addInitScript(() => {
      Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException("Gone", "NotReadableError"));
    });
    await page.reload();
    const list = page.locator("[data-kept-list]");
    await list
      .getByText("Week 1 is saved, but not every photo. beach.jpg: This device can no longer read it.")
      .waitFor();
  });
});

it("a page that opens without a connection doesn’t say what was true when it was kept", async () => {
  const { page } = await openWeek(() => SAVED);
  await page.addInitScript(() => {
    document.addEventListener("readystatechange", () => {
      document.documentElement.dataset.kept = "";
      if (document.readyState === "interactive")
        document.body.insertAdjacentHTML("afterbegin", '<p class="saving-paused">Saving is paused.</p>');
    });
  });
  await page.reload();
  await page.locator("input[name=save]").waitFor({ state: "attached" });
  await page.getByText("Saving is paused.").waitFor({ state: "detached" });
});

describe("a device without room", () => {
  /** What the browser gives this site, in bytes. */
  async function leaveRoom(page: Page, quotaSize?: number) {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Storage.overrideQuotaForOrigin", {
      origin: "http://loop.example",
      ...(quotaSize !== undefined && { quotaSize }),
    });
  }

  it("says that nothing is saved, and goes on trying from the page", async () => {
    let isBusy = true;
    const { page, said, field } = await openWeek(() => (isBusy ? { status: 503 } : SAVED));
    await leaveRoom(page, 1);
    await page.context().setOffline(true);
    await field.fill("No room for this.");
    await page.getByRole("button", { name: "Keep as a draft" }).click();
    await page.getByText("There’s no connection, so this isn’t saved.").waitFor();
    isBusy = false;
    await page.context().setOffline(false);
    await page.clock.runFor(10_000);
    await expect.poll(() => said.textContent()).toContain("Draft saved at");
  });

  it("keeps a photo smaller, and says where there is no room for that either", async () => {
    const { page, field } = await openWeek(() => ({ status: 503 }));
    const noise = sharp({
      create: {
        width: 600,
        height: 400,
        channels: 3,
        noise: { type: "gaussian", mean: 128, sigma: 60 },
        background: "#888",
      },
    });
    const buffer = await noise.jpeg({ quality: 100 }).toBuffer();
    await leaveRoom(page, buffer.length * 0.95);
    // Chromium goes on counting what it had no room for, sometimes.
    await page.exposeFunction("forgetRefused", () => leaveRoom(page, buffer.length * 1.9));
    await page.evaluate(() => {
      const draw: (...given: Parameters<typeof createImageBitmap>) => Promise<ImageBitmap> = createImageBitmap;
      Object.assign(window, {
        createImageBitmap: async (...given: Parameters<typeof createImageBitmap>) => {
          await (window as unknown as { forgetRefused(): Promise<void> }).forgetRefused();
          return await draw(...given);
        },
      });
    });
    await page.locator("#photos").setInputFiles({ name: "beach.jpg", mimeType: "image/jpeg", buffer });
    await expect.poll(async () => (await rowsOf(page, "photos")).length).toBe(1);
    const [kept] = await rowsOf(page, "photos");
    expect(kept).toMatchObject({ name: "beach.jpg" });
    expect((kept as { bytes: number }).bytes).toBeLessThanOrEqual(buffer.length / 2);
    await leaveRoom(page, 1);
    await page.locator("#photos").setInputFiles({ name: "hill.jpg", mimeType: "image/jpeg", buffer });
    await field.fill("With two photos.");
    await page.clock.runFor(3_000);
    await page.getByText("Not saved yet: we’ll keep trying").waitFor();
  });
});

describe("signing out", () => {
  it("sends first what only waits for a pause of the typing, and asks nothing", async () => {
    const { page, saves, field } = await openWeek(() => SAVED);
    await field.fill("One second ago.");
    await expect.poll(async () => (await rowsOf(page, "weeks")).length).toBe(1);
    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByText("You are out").waitFor();
    expect(saves.length).toBeGreaterThan(0);
  });

  it("asks where something can’t be sent, and again after Escape", async () => {
    const { page, field } = await openWeek(() => ({ status: 503 }));
    await field.fill("Not yet.");
    await expect.poll(async () => (await rowsOf(page, "weeks")).length).toBe(1);
    const question = page.getByRole("dialog", { name: "Week 1 isn’t saved yet" });
    for (const _ of [1, 2]) {
      await page.getByRole("button", { name: "Logout" }).click();
      await question.waitFor();
      await page.keyboard.press("Escape");
      await question.waitFor({ state: "detached" });
    }
    await page.getByRole("button", { name: "Logout" }).click();
    await question.getByRole("button", { name: "Sign out and delete it" }).click();
    await page.getByText("You are out").waitFor();
    expect(await rowsOf(page, "weeks")).toEqual([]);
  });

  it("works where the browser lets no page keep words, leaves what it can’t read, and erases pages", async () => {
    const { page } = await openWeek(() => SAVED);
    await page.addInitScript(() => {
      const erase = async (name: string) => {
        sessionStorage.erased = name;
      };
      // This origin is not https, so its pages have none.
      Object.assign(window, { caches: { keys: async () => ["kept-pages:an-account:a-build"], delete: erase } });
      indexedDB.open = () => {
        throw new DOMException("Not here", "SecurityError");
      };
    });
    await page.reload();
    await page.clock.runFor(1_000);
    const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/logout"));
    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByText("You are out").waitFor();
    expect((await sent).postData()).toBe("others=yes");
    expect(await page.evaluate(() => sessionStorage.erased)).toBe("kept-pages:an-account:a-build");
  });
});
