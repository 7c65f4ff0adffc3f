import { describe, expect, it } from "vitest";
import { formatDay, formatDayAndMonth } from "~/domain/kernel/time/format-days";
import { openApp } from "../../support/app";
import type { Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
import { becomeCustomer, signIn } from "../support/customers";
import { MANY_SCRIPTS, sendEverythingOdd } from "../support/hostile-forms";
import { giveEntries, giveLoop, type LoopData, loopOwner } from "../support/loops";
import { takePhoto } from "../support/photographs";
import { ADDRESS, chooseLoop, makeStaffGift, ownLoopToBegin } from "../support/purchases";
import { change, dayFromToday, rowOf } from "../support/records";

const app = await openApp();
const gift = makeStaffGift();
expectNothingBreaks();

const ownerOf = (data?: LoopData, weeks?: readonly number[]) => loopOwner(app, data, weeks);

const titleOf = (loopId: string) => rowOf("SELECT title FROM loops WHERE id = ?", loopId).title;

describe("a dashboard without a year to show", () => {
  it("tells a stranger to log in, and shows it to them afterwards", async () => {
    const { email } = await ownerOf();
    const browser = app.visitor();
    const page = await browser.visit("/dashboard");
    expect([page.status, page.heading]).toEqual([200, "Please log in to view your dashboard"]);
    expect(page.links()).toContainEqual({ words: "Sign in", href: "/auth" });
    await signIn(browser, email);
    expect(browser.page.text("main")).toContain("Our Year by the Sea");
  });

  it("offers somebody brand new their first loop", async () => {
    const { browser } = await becomeCustomer(app);
    const page = await browser.visit("/dashboard");
    expect(page.heading).toBe("You don’t have a loop yet");
    expect(page.links()).toContainEqual({ words: "Start Your First Loop", href: "/loop-theme" });
    expect(page.find('meta[name="robots"]').getAttribute("content")).toBe("noindex");
    expect(page.headers.get("cache-control")).toBe("no-store");
  });

  it("leads somebody who has paid to the delivery date", async () => {
    const customer = await becomeCustomer(app);
    await ownLoopToBegin(customer, gift);
    const page = await customer.browser.visit("/dashboard");
    expect(page.heading).toBe("Your loop is waiting.");
    expect(page.links()).toContainEqual({
      words: "Choose your delivery date",
      href: expect.stringContaining("/loop-end-date?credit="),
    });
  });

  it.each([
    ["family", "Adoption Journey"],
    ["pet", "Puppy’s First Year"],
    ["education", "University Year"],
  ])("dresses a loop that waits in the %s theme it was bought in", async (theme, type) => {
    const { browser } = await chosenAndPaid(theme, type);
    const waiting = await browser.visit("/dashboard");
    expect(waiting.find(".dashboard-band").getAttribute("data-theme")).toBe(theme);
    expect(waiting.find(".dashboard-picture").getAttribute("src")).toBe(`/art/${theme}/0000000000000.svg?start=thread`);
    for (const part of [type, "It’s paid for and ready.", "Your first question", "Order LP-"])
      expect(waiting.text("main")).toContain(part);
    const page = await browser.visit("/account-settings?tab=my-loop");
    expect(page.text("main")).toContain(`Your ${type} loop is paid for.`);
    expect(page.find(".cloth-panel").getAttribute("data-theme")).toBe(theme);
  });

  async function chosenAndPaid(theme: string, type: string) {
    const customer = await becomeCustomer(app);
    const { browser } = customer;
    await chooseLoop(browser, theme, type);
    await browser.submit("Apply", { "Discount code": gift });
    await browser.visit("/payment");
    await browser.submit("Pay £0.00", ADDRESS);
    return customer;
  }

  it("reminds somebody with a loop of another one that waits", async () => {
    const owner = await ownerOf();
    await ownLoopToBegin(owner, gift);
    const page = await owner.browser.visit("/dashboard");
    expect(page.text("main")).toContain("You have another loop ready to start.");
  });
});

describe("the title", () => {
  it("is asked for before anything else, and saved", async () => {
    const { browser, loopId } = await ownerOf({ title: null });
    const page = await browser.visit("/dashboard");
    expect(page.heading).toBe("What shall we put on the cover?");
    expect(page.field("Title").hint).toContain("“Our Wedding Year”, “Baby’s First Year”");
    expect(page.links().map(({ words }) => words)).not.toContain("Cancel");
    expect(browser.page.root.querySelector(".book-3d")?.getAttribute("aria-label")).toBe("Book: Your year");
    await browser.submit("Save title", { Title: `  Grandad’s   shed ${MANY_SCRIPTS}` });
    expect(browser.page.redirects).toEqual([{ status: 303, location: `/dashboard?loop=${loopId}` }]);
    expect(browser.page.text("main")).toContain("The title is saved.");
    expect(titleOf(loopId)).toBe(`Grandad’s shed ${MANY_SCRIPTS}`);
    expect((await browser.visit("/dashboard")).text("main")).not.toContain("The title is saved.");
    expect(browser.page.title).toContain("Grandad’s shed");
  });

  it("keeps nobody from week 1, and is asked beside it from then on", async () => {
    const { browser, loopId } = await ownerOf({ title: null });
    const week = `/dashboard?loop=${loopId}&week=1`;
    const asked = await browser.visit("/dashboard");
    expect(asked.links()).toContainEqual({ words: "Write week 1 first", href: week });
    await browser.visit(week);
    expect([browser.page.heading, browser.page.title]).toEqual(["Week 1 of 52", "Family Adventures: week 1 – Loop"]);
    await browser.submit("Keep as a draft", { highlight: "A seal!" });
    const page = await browser.visit("/dashboard");
    const link = { words: "Give your year a title", href: `/dashboard?loop=${loopId}&title=1` };
    expect(page.links()).toContainEqual(link);
    expect(page.links().map(({ words }) => words)).not.toContain("Edit title");
    giveEntries(loopId, [1]);
    expect((await browser.visit("/dashboard")).links()).toContainEqual(link);
  });

  it("can be changed later, or left as it was", async () => {
    const { browser, loopId } = await ownerOf();
    const page = await browser.visit(`/dashboard?loop=${loopId}&title=1`);
    expect(page.field("Title").value).toBe("Our Year by the Sea");
    expect(page.links()).toContainEqual({ words: "Cancel", href: `/dashboard?loop=${loopId}` });
    await browser.submit("Save title", { Title: "Our Year Inland" });
    expect(browser.page.path).toBe(`/dashboard?loop=${loopId}`);
    expect(titleOf(loopId)).toBe("Our Year Inland");
  });

  it("is asked with whom the book is for, its occasion and its dedication, once", async () => {
    const { browser, loopId } = await ownerOf({ title: null });
    const page = await browser.visit("/dashboard");
    expect(page.field("The occasion").value).toBe("Family Adventures");
    const saved = await browser.submit("Save title", {
      Title: "The Long Summer",
      "Who is it about, or for?": "Maya and Dev",
      "The occasion": "Our golden wedding",
      Dedication: "For everybody\nwho came",
    });
    expect(saved.text("main")).toContain("Our golden wedding, for Maya and Dev");
    expect(rowOf("SELECT title, recipient_name, occasion, dedication FROM loops WHERE id = ?", loopId)).toEqual({
      title: "The Long Summer",
      recipient_name: "Maya and Dev",
      occasion: "Our golden wedding",
      dedication: "For everybody\nwho came",
    });
    const later = await browser.visit(`/dashboard?loop=${loopId}&title=1`);
    expect(later.text("main")).not.toContain("Dedication");
  });

  it("is asked again with everything typed when the dedication is too long", async () => {
    const { browser } = await ownerOf({ title: null });
    await browser.visit("/dashboard");
    const typed = { Title: "Ours", "The occasion": "A move", Dedication: "x".repeat(301) };
    const page = await browser.submit("Save title", typed);
    expect([page.status, page.errorSummary()]).toEqual([422, ["The dedication can have up to 300 characters"]]);
    expect(page.field("The occasion").value).toBe("A move");
    expect(page.field("Title").value).toBe("Ours");
  });

  it.each([
    ["Please give your loop a title", ""],
    ["Please give your loop a title", "   "],
    ["Please give your loop a title", "\u0001\u0002\u202e"],
    ["The title must be 80 characters or less", "S".repeat(81)],
  ])("%s: %j", async (sentence, typed) => {
    const { browser, loopId } = await ownerOf();
    await browser.visit(`/dashboard?loop=${loopId}&title=1`);
    const page = await browser.submit("Save title", { Title: typed });
    expect([page.status, page.title.startsWith("Error: ")]).toEqual([422, true]);
    expect(page.errorSummary()).toEqual([sentence]);
    expect(page.field("Title")).toMatchObject({ value: typed, isWrong: true, error: sentence });
    expect(titleOf(loopId)).toBe("Our Year by the Sea");
  });

  it("of somebody else’s loop cannot be given", async () => {
    const [owner, stranger] = [await ownerOf(), await ownerOf({ title: null })];
    const page = await stranger.browser.visit("/dashboard");
    page.find("input[name=loop]").setAttribute("value", owner.loopId);
    await stranger.browser.submit("Save title", { Title: "Mine now" });
    expect([stranger.browser.page.status, stranger.browser.page.heading]).toEqual([404, "We can’t find that page"]);
    expect(titleOf(owner.loopId)).toBe("Our Year by the Sea");
  });

  it("of a loop that is finished stays", async () => {
    const { browser, loopId } = await ownerOf({ status: "DELIVERED", startedDaysAgo: 400 });
    await browser.visit(`/dashboard?loop=${loopId}&title=1`);
    await browser.submit("Save title", { Title: "Too late" });
    expect(browser.page.status).toBe(409);
    expect(titleOf(loopId)).toBe("Our Year by the Sea");
  });
});

const weeksOn = ({ page }: Visitor) =>
  page.root.querySelectorAll(".weeks .week, .patch").map((week) => ({
    said: week.getAttribute("aria-label"),
    href: week.getAttribute("href"),
  }));

describe("a year in hand", () => {
  it("says which week it is, how many are done, and what each of the fifty-two is", async () => {
    const { browser, loopId } = await ownerOf({ startedDaysAgo: 65 }, [1, 2, 4]);
    const page = await browser.visit("/dashboard");
    expect(page.title).toBe("Our Year by the Sea: week 10 – Loop");
    expect(page.text("main")).toContain("Week 10 of 52, 3 entries completed.");
    expect(page.text("main")).toContain("Family Adventures");
    const weeks = weeksOn(browser);
    expect(weeks).toHaveLength(52);
    const form = (week: number) => `/dashboard?loop=${loopId}&week=${week}#week`;
    expect(weeks[0]).toEqual({
      said: "Week 1, completed. View entry",
      href: `/entry?loop=${loopId}&week=1`,
    });
    expect(weeks[2]).toEqual({ said: "Week 3, missed. Write it", href: form(3) });
    expect(weeks[9]).toEqual({ said: "Week 10, due now", href: form(10) });
    expect(weeks[10]).toEqual({ said: "Week 11, upcoming", href: undefined });
    expect(page.text(".week-legend")).toBe("Completed (3) Missed (6) Due now Upcoming (42)");
  });

  it("names the first five open weeks and how many more there are", async () => {
    const { browser } = await ownerOf({ startedDaysAgo: 65 }, [1, 2, 4]);
    const page = await browser.visit("/dashboard");
    const open = page.root.querySelectorAll(".open-stitches a").map((link) => link.text);
    expect(open).toEqual([3, 5, 6, 7, 8].map((week) => `Write week ${week}`));
    expect(page.text("main")).toContain("+1 more");
  });

  it("draws the picture of the weeks that are done", async () => {
    const { browser } = await ownerOf({ startedDaysAgo: 65 }, [1, 2, 4]);
    const page = await browser.visit("/dashboard");
    const source = page.find("img.dashboard-picture").getAttribute("src") ?? "";
    expect(source).toBe("/art/family/000000000000b.svg?due=10&start=sewn");
    expect((await browser.send(source)).status).toBe(200);
  });

  it("in week 52 it stays, however long ago it began", async () => {
    const { browser } = await ownerOf({ startedDaysAgo: 500 });
    await browser.visit("/dashboard");
    expect(browser.page.text("main")).toContain("Week 52 of 52, 0 entries completed.");
  });

  it("that begins later says when, and has week one open already", async () => {
    const { browser, loopId } = await ownerOf({ startedDaysAgo: -30 });
    const page = await browser.visit("/dashboard");
    const start = dayFromToday(30);
    expect(page.heading).toBe(`Your year starts ${formatDayAndMonth(start)}.`);
    expect(page.text("main")).toContain(
      `That’s in 4 weeks. Your year starts on ${formatDay(start)}. You can write week 1 before then if you like.`,
    );
    expect(page.text("main")).toContain("Your first question");
    const links = page.links();
    expect(links).toContainEqual({ words: "Change the date", href: `/loop-settings/${loopId}` });
    const early = links.find(({ words }) => words === "Write week 1 now");
    const form = await browser.visit(early?.href ?? "");
    expect(form.text("main")).toMatch(/Your year starts on .*\. You can write week 1 before then if you like\./);
    expect(form.field("week").value).toBe("1");
  });

  it("opens a written week to edit, and says why one is on hold", async () => {
    const { browser, loopId } = await ownerOf({ startedDaysAgo: 65 }, [3]);
    const written = await browser.visit(`/dashboard?loop=${loopId}&week=3`);
    expect(written.text("main")).toContain("You’re editing week 3.");
    expect(written.text("main")).not.toContain("on hold");
    change(
      "UPDATE entries SET moderation = 'REJECTED', moderation_notes = 'Please blur the house number.' WHERE loop_id = ?",
      loopId,
    );
    const held = await browser.visit(`/dashboard?loop=${loopId}&week=3`);
    expect(held.text("main")).toContain(
      "This week is on hold, so it won’t print. Please blur the house number. Change it and save it, and we’ll check it again.",
    );
  });

  it("opens a missed week to catch up on, and leads back to the current one", async () => {
    const { browser, loopId } = await ownerOf({ startedDaysAgo: 65 });
    const page = await browser.visit(`/dashboard?loop=${loopId}&week=3`);
    expect(page.text("main")).toContain("You’re catching up on week 3.");
    expect(page.links()).toContainEqual({
      words: "Back to week 10",
      href: `/dashboard?loop=${loopId}#week`,
    });
    expect(page.field("week").value).toBe("3");
  });

  it.each(["0", "-1", "11", "53", "3.5", "x", "", "1e1", "9999999999999999999"])(
    "opens the current week where %j is asked for",
    async (input) => {
      const { browser, loopId } = await ownerOf({ startedDaysAgo: 65 });
      await browser.visit(`/dashboard?loop=${loopId}&week=${input}`);
      expect(browser.page.field("week").value).toBe("10");
    },
  );

  it("that is paused says until when", async () => {
    const { browser, loopId } = await ownerOf({ startedDaysAgo: 65 });
    const pauses = JSON.stringify([{ fromDay: dayFromToday(-3), weeks: 2 }]);
    change("UPDATE loops SET pauses = ?, paused_weeks = 2 WHERE id = ?", pauses, loopId);
    const page = await browser.visit("/dashboard");
    expect(page.text("main")).toMatch(/Your year is paused\. It continues on \d+ \w+/);
    expect(page.links().map(({ href }) => href)).toContain(`/loop-settings/${loopId}#pause`);
  });

  it("is read in plain words, one element to a week", async () => {
    const { browser } = await ownerOf({ startedDaysAgo: 65 }, [1, 2, 4]);
    const page = await browser.visit("/dashboard");
    for (const week of page.root.querySelectorAll(".weeks li")) {
      expect(week.querySelectorAll("*")).toHaveLength(1);
      expect(week.querySelector(".week")?.getAttribute("aria-label")).toMatch(`Week ${week.text},`);
    }
  });
});

const ALL = Array.from({ length: 52 }, (_, index) => index + 1);

describe("a year that is written", () => {
  const form = (loopId: string, week: number) => `/dashboard?loop=${loopId}&week=${week}#week`;

  it("no longer looks like week 23: its whole picture, four knots, every week, and the way to its book", async () => {
    const { browser, loopId } = await ownerOf({ startedDaysAgo: 300 }, ALL);
    const page = await browser.visit("/dashboard");
    expect([page.heading, page.title]).toEqual([
      "Your year is written.",
      "Our Year by the Sea: your year is written – Loop",
    ]);
    expect(page.text("main")).toMatch(/Fifty-two weeks and 676 words\. You sewed the last stitch on \d+ \w+\./);
    expect(page.links()).toContainEqual({ words: "See your book", href: `/proof/${loopId}` });
    expect(page.find("img.dashboard-picture").getAttribute("src")).toBe("/art/family/fffffffffffff.svg?start=sewn");
    expect(page.text(".print-status")).toMatch(/Not printed yet We never print until you say so\..* arrives by \d+/);
    expect(page.root.querySelectorAll(".road li").map((step) => step.getAttribute("class"))).toEqual([
      ...["timeline-done", "road-now", "road-next", "road-next"],
    ]);
    expect(weeksOn(browser)).toEqual(
      ALL.map((week) => ({ said: `Week ${week}. Read it`, href: `/entry?loop=${loopId}&week=${week}` })),
    );
    expect(page.links()).toContainEqual({ words: "Edit week 52", href: form(loopId, 52) });
    expect(page.root.querySelectorAll("textarea")).toEqual([]);
  });

  it("is not, once the only photo of a week is removed, until it is put back", async () => {
    const { browser, loopId } = await ownerOf({ startedDaysAgo: 380 }, ALL.slice(0, 51));
    await browser.visit(form(loopId, 52));
    await browser.submit("Save week 52", { photos: await takePhoto(), content: "The last one." });
    await browser.visit(form(loopId, 52));
    await browser.submit("Remove beach.jpg");
    const page = await browser.visit("/dashboard");
    expect(page.heading).toBe("Your year is written, give or take.");
    expect(page.text("main")).toContain("51 weeks are finished. Fill in the other one whenever you’re ready");
    expect(page.links()).toContainEqual({ words: "Finish week 52", href: form(loopId, 52) });
    expect((await browser.visit(`/proof/${loopId}`)).text("main")).toContain("One week won’t print");
    await browser.visit(form(loopId, 52));
    await browser.submit("Put it back beach.jpg");
    expect((await browser.visit("/dashboard")).heading).toBe("Your year is written.");
  });

  it("draws its ring closing once, when its last week was saved just now", async () => {
    const { browser, loopId } = await ownerOf({ startedDaysAgo: 362 }, ALL.slice(0, 51));
    await browser.visit(form(loopId, 52));
    await browser.submit("Save week 52", { photos: await takePhoto(), content: "The last one." });
    expect(browser.page.text("main")).toContain("Week 52 entry submitted successfully!");
    expect(browser.page.heading).toBe("Your year is written.");
    expect(browser.page.root.querySelectorAll(".finished-picture .stitched-ring")).toHaveLength(1);
    await browser.visit("/dashboard");
    expect(browser.page.root.querySelectorAll(".finished-picture .stitched-ring")).toHaveLength(0);
  });

  it("names what is open, and leads to it", async () => {
    const { browser, loopId } = await ownerOf({ startedDaysAgo: 380 }, ALL.slice(0, 49));
    change("UPDATE entries SET moderation = 'REJECTED' WHERE loop_id = ? AND week = 12", loopId);
    await browser.visit(form(loopId, 50));
    await browser.submit("Keep as a draft", { content: "Without a photo." });
    const page = await browser.visit("/dashboard");
    expect(page.heading).toBe("Your year is written, give or take.");
    expect(page.text("main")).toContain("49 weeks are finished. Fill in the other three whenever you’re ready");
    const open = [...["Finish week 50", "Change week 12", "Write week 51", "Write week 52"]];
    expect(page.root.querySelectorAll(".open-stitches a").map((link) => link.text)).toEqual(open);
    expect(page.links()).toContainEqual({ words: "Finish week 50", href: form(loopId, 50) });
    expect(page.text(".loose")).toMatch(/Unfinished, won’t print:.*On hold, won’t print:.*Empty:/);
    change("UPDATE loops SET prints_drafts = 1 WHERE id = ?", loopId);
    expect((await browser.visit("/dashboard")).text(".loose")).toContain("Unfinished, will print:");
    const weeks = weeksOn(browser);
    expect([weeks[11], weeks[49], weeks[51]]).toEqual([
      { said: "Week 12. On hold. Change it", href: form(loopId, 12) },
      { said: "Week 50. Unfinished. Finish it", href: form(loopId, 50) },
      { said: "Week 52. Empty. Write it", href: form(loopId, 52) },
    ]);
    expect(page.text(".week-legend")).toBe("Finished (48) Unfinished (1) On hold (1) Empty (2)");
    const written = await browser.visit(form(loopId, 51));
    expect(written.field("week").value).toBe("51");
  });

  it("names five of many open weeks, and how many more there are", async () => {
    const { browser } = await ownerOf({ startedDaysAgo: 380 }, ALL.slice(0, 40));
    const page = await browser.visit("/dashboard");
    expect(
      page.root
        .querySelectorAll(".open-stitches a")
        .map((link) => link.text)
        .slice(4),
    ).toEqual([...["Write week 45", "and seven more"]]);
  });

  it("is asked for its last week first, as long as that is being written", async () => {
    const { browser } = await ownerOf({ startedDaysAgo: 362 }, ALL.slice(0, 50));
    const page = await browser.visit("/dashboard");
    expect(page.heading).toBe("Week 52 of 52");
    expect(page.field("week").value).toBe("52");
  });

  it.each([
    ["COMPLETED", /It’s waiting for the printer\./, "Sent to print"],
    ["DELIVERED", /in one book\. Delivered on \d+ \w+ \d{4}\./, "Delivered"],
  ] as const)(
    "that is %s congratulates, says when the book comes, and can only be read",
    async (status, when, heading) => {
      const { browser, loopId } = await ownerOf({ status, startedDaysAgo: 370 }, [1, 2, 3]);
      if (status === "DELIVERED") change("UPDATE loops SET delivered_at = ? WHERE id = ?", Date.now(), loopId);
      change(
        `INSERT INTO shipments (id, loop_id, expected_day, created_at, updated_at) VALUES (?, ?, ?, 1, 1)`,
        ...[`by-${loopId}`, loopId, dayFromToday(12)],
      );
      const page = await browser.visit("/dashboard");
      expect(page.text("main")).toContain("Congratulations! Three weeks, in one book.");
      change("UPDATE entries SET moderation = 'HIDDEN' WHERE loop_id = ? AND week = 2", loopId);
      expect((await browser.visit("/dashboard")).text("main")).toContain("Two weeks, in one book.");
      change("UPDATE entries SET moderation = 'PENDING' WHERE loop_id = ? AND week = 2", loopId);
      await browser.visit("/dashboard");
      expect(page.text("main")).toMatch(when);
      expect(page.text("main").includes("It should arrive by")).toBe(status === "COMPLETED");
      expect(page.text(".print-status h2")).toBe(heading);
      expect(page.links()).toContainEqual({ words: "Give somebody a loop", href: "/gift" });
      expect(page.links()).toContainEqual({ words: "Read your year", href: `/entry?loop=${loopId}&week=1` });
      expect(page.links().map(({ words }) => words)).not.toContain("Edit title");
      expect(page.links()).toContainEqual({ words: "Get Started", href: "/redeem" });
      const linked = weeksOn(browser).filter(({ href }) => href !== undefined);
      expect(linked.map(({ said }) => said)).toEqual([1, 2, 3].map((week) => `Week ${week}. Read it`));
      for (const address of [form(loopId, 4), form(loopId, 1)]) {
        await browser.visit(address);
        expect(browser.page.root.querySelectorAll("textarea")).toEqual([]);
      }
    },
  );
});

describe("with several loops", () => {
  it("the first active one is shown, and another one can be switched to", async () => {
    const owner = await ownerOf({ status: "COMPLETED", startedDaysAgo: 400, title: "The first year" });
    const second = giveLoop(owner, { title: "The second year", startedDaysAgo: 10 });
    giveLoop(owner, { title: null, type: "babys-first-year" });
    const page = await owner.browser.visit("/dashboard");
    expect(page.title).toBe("The second year: week 2 – Loop");
    expect(page.links()).toContainEqual({ words: "Switch Loop", href: "/dashboard?choose=1" });
    await owner.browser.visit("/dashboard?choose=1");
    expect(owner.browser.page.heading).toBe("Which loop?");
    const choices = owner.browser.page.links().filter(({ href }) => href.startsWith("/dashboard?loop="));
    expect(choices.map(({ words }) => words)).toEqual([...["The first year", "The second year", "Baby’s First Year"]]);
    expect(choices[1]?.href).toBe(`/dashboard?loop=${second}`);
    expect(owner.browser.page.text("main")).toMatch(/The first year\s*Sent to print.*The second year\s*Week 2 of 52/);
    await owner.browser.visit(`/dashboard?loop=${owner.loopId}`);
    expect(owner.browser.page.text("main")).toContain("Congratulations!");
  });

  it("with one there is nothing to switch", async () => {
    const { browser } = await ownerOf();
    const page = await browser.visit("/dashboard?choose=1");
    expect(page.text("main")).toContain("Our Year by the Sea");
    expect(page.links().map(({ words }) => words)).not.toContain("Switch Loop");
  });

  it("somebody else’s, or one that does not exist, is not there", async () => {
    const [owner, stranger] = [await ownerOf(), await ownerOf({ title: "A year of my own" })];
    for (const id of [owner.loopId, "nobodysloopatallxxxxx", "", MANY_SCRIPTS]) {
      const page = await stranger.browser.visit(`/dashboard?loop=${encodeURIComponent(id)}`);
      expect([page.status, page.heading]).toEqual([404, "We can’t find that page"]);
      expect(page.body).not.toContain("Our Year by the Sea");
    }
  });
});

it("whatever is sent to the title’s form gets a clear response", async () => {
  const { browser, loopId } = await ownerOf();
  const arrive = (visitor: Visitor) => visitor.visit(`/dashboard?loop=${loopId}&title=1`);
  await sendEverythingOdd(browser, { arrive, button: "Save title", field: "title" });
  await sendEverythingOdd(browser, { arrive, button: "Save title", field: "loop" });
});
