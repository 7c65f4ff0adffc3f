import { describe, expect, it } from "vitest";
import { openApp } from "../../support/app";
import { wordsOf } from "../../support/html-form";
import { expectNothingBreaks } from "../support/app-log";
import { givePictures } from "../support/book-pictures";
import { becomeCustomer, type Customer } from "../support/customers";
import { CONTROLS, MANY_SCRIPTS, sendEverythingOdd, sendTwoMegabytes } from "../support/hostile-forms";
import { giveAddress, type LoopData, type LoopOwner, loopOwner } from "../support/loops";
import { change, countOf, rowOf } from "../support/records";

const app = await openApp();
expectNothingBreaks();

async function ownerOf(data: LoopData, weeks: readonly number[]): Promise<LoopOwner> {
  const owner = await loopOwner(app, data, weeks);
  giveAddress(owner);
  return owner;
}

const ALL = Array.from({ length: 52 }, (_, index) => index + 1);
const proofOf = ({ loopId }: { loopId: string }) => `/proof/${loopId}`;
const loopRow = ({ loopId }: LoopOwner) => rowOf("SELECT * FROM loops WHERE id = ?", loopId);
const main = ({ browser }: Customer) => browser.page.text("main");

/** A proof with pictures of its six pages, of which the fourth and fifth are week 7. */
async function openProof(warnings: readonly object[] = []) {
  const owner = await ownerOf({ startedDaysAgo: 360 }, [7]);
  await setPages(owner, warnings);
  await givePictures(`books/${owner.loopId}.pdf`);
  await owner.browser.visit(proofOf(owner));
  return owner;
}

/** As if the worker had set the requested pages. */
function finishPages({ loopId }: LoopOwner, warnings: readonly object[] = []) {
  change(
    `UPDATE book_files SET state = 'ready', storage_key = ?, page_count = 120, bytes = 4000000, warnings = ?
     WHERE loop_id = ?`,
    ...[`books/${loopId}.pdf`, JSON.stringify(warnings), loopId],
  );
}

async function setPages(owner: LoopOwner, warnings: readonly object[] = []) {
  await owner.browser.visit(proofOf(owner));
  finishPages(owner, warnings);
  return await owner.browser.visit(proofOf(owner));
}

describe("the proof", () => {
  it("is made when it is opened, and says in plain English what is worth another look, with the way to its week", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [1, 2, 5]);
    await owner.browser.visit(proofOf(owner));
    expect(main(owner)).toContain("We’re making your proof. It takes about half a minute.");
    expect(owner.browser.page.headers.get("refresh")).toBe("1");
    change("UPDATE entries SET moderation = 'REJECTED' WHERE loop_id = ? AND week = 2", owner.loopId);
    finishPages(owner, [
      { kind: "soft_photo", week: 5, photoId: "p", pixelsPerInch: 90 },
      { kind: "runs_over", week: 1, pages: 2 },
      {
        kind: "cut_photo",
        week: 6,
        photoId: "q",
        cuts: [
          { edge: "top", millimetres: 18 },
          { edge: "left", millimetres: 9 },
        ],
      },
      { kind: "lost_characters", week: null, characters: ["\u{12000}"] },
    ]);
    const page = await owner.browser.visit(proofOf(owner));
    expect(page.text("main")).toContain("120 pages");
    const groups = page.root.querySelectorAll(".remark-groups article");
    expect(groups.map((group) => wordsOf(group.querySelector("h3") ?? group))).toEqual([
      "A photo in week 5 may look soft",
      "A photo in week 6 will be trimmed",
      "Week 1 runs over",
      "Some characters can’t be printed",
      "50 weeks won’t print",
    ]);
    expect(page.text(".remark-groups")).toContain("Use the original from your phone, not a copy");
    expect(page.text(".remark-groups")).toContain("18 mm off the top and 9 mm off the left");
    expect(page.text(".remark-groups")).toContain("Week 2 is on hold.");
    for (const [words, week] of [
      ["2Week 1", 1],
      ["3Week 5", 5],
      ["4Week 6", 6],
      ["Change week 2", 2],
      ["Write week 3", 3],
    ]) {
      expect(page.links()).toContainEqual({
        words,
        href: `/dashboard?loop=${owner.loopId}&week=${week}#week`,
      });
    }
    expect(page.links().map(({ words }) => words)).toContain("Download the proof");
  });

  it("that waits because it was changed is made first, once somebody opens it", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [7]);
    await owner.browser.visit(proofOf(owner));
    const isAwaited = () =>
      rowOf(
        "SELECT is_awaited FROM jobs WHERE subject_id = (SELECT id FROM book_files WHERE loop_id = ?)",
        owner.loopId,
      ).is_awaited;
    expect(isAwaited()).toBe(1);
    change("UPDATE jobs SET is_awaited = 0 WHERE state = 'waiting'");
    await owner.browser.visit(proofOf(owner));
    expect(isAwaited()).toBe(1);
  });

  it("suggests photos over two pages, which their owner can keep on one and put back", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [1, 2, 5]);
    const double = { kind: "double_page", week: 5, photoId: "p" };
    await setPages(owner, [
      { ...double, isPlaced: true },
      {
        ...{ ...double, week: 2, isPlaced: false, isOnFold: true },
        cuts: [{ edge: "bottom", millimetres: 36 }],
      },
    ]);
    expect(main(owner)).toContain("Photos over two pages");
    expect(main(owner)).toContain(
      "Week 2 could have one. We’d crop 36 mm off the bottom. What must be seen would be on the fold.",
    );
    expect(main(owner)).not.toContain("things to check");
    await owner.browser.submit("Keep it on one page, week 5");
    expect(main(owner)).toContain("Week 5’s photo will be on one page.");
    expect(main(owner)).toContain("We’re making your proof.");
    expect(JSON.parse(String(loopRow(owner).double_pages))).toEqual([{ week: 5, pages: "one" }]);
    finishPages(owner, [{ ...double, isPlaced: false }]);
    await owner.browser.visit(proofOf(owner));
    await owner.browser.submit("Put it over two pages, week 5");
    expect(JSON.parse(String(loopRow(owner).double_pages))).toEqual([{ week: 5, pages: "two" }]);
    change("UPDATE loops SET status = 'COMPLETED' WHERE id = ?", owner.loopId);
  });

  it("of a thin year says how many pages were added, and lets its owner choose what is on them", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [1, 2]);
    await setPages(owner, [{ kind: "filled", week: null, pages: 10 }]);
    expect(main(owner)).toContain("We can’t bind fewer than 24 pages, so your book gets 10 more.");
    expect(main(owner)).not.toContain("things to check");
    await owner.browser.submit("Save", { "Extra pages": "notes" });
    expect(loopRow(owner)).toMatchObject({ filling: "notes", content_version: 2 });
    finishPages(owner, []);
    expect((await owner.browser.visit(proofOf(owner))).text("main")).not.toContain("Extra pages");
    await owner.browser.submit("Save", { Dedication: "For Nan" });
    expect(loopRow(owner)).toMatchObject({ filling: "notes", dedication: "For Nan" });
  });

  it("that was set aside says that we’re looking into it, and has no button", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [1]);
    await owner.browser.visit(proofOf(owner));
    change(
      "UPDATE jobs SET state = 'dead', deaths = 2 WHERE subject_id IN (SELECT id FROM book_files WHERE loop_id = ?)",
      owner.loopId,
    );
    await owner.browser.visit(proofOf(owner));
    expect(main(owner)).toContain(
      "We couldn’t make the proof. Your words and photos haven’t changed. We’re looking into it, so there’s nothing for you to do.",
    );
    await expect(owner.browser.submit("Make the proof")).rejects.toThrow("There is no button");
  });

  it("that could not be set can be set again", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [1]);
    await owner.browser.visit(proofOf(owner));
    change("UPDATE book_files SET state = 'failed' WHERE loop_id = ?", owner.loopId);
    await owner.browser.visit(proofOf(owner));
    expect(main(owner)).toContain("We couldn’t make the proof this time.");
    await owner.browser.submit("Make the proof");
    expect(main(owner)).toContain("We’re making your proof.");
  });

  it("of nothing says what to do first", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, []);
    await owner.browser.visit(proofOf(owner));
    expect(main(owner)).toContain("Nothing is written yet. Write a week first.");
    expect(countOf("book_files", "loop_id = ?", owner.loopId)).toBe(0);
  });

  it("keeps a dedication and ruled pages for empty weeks, and is then set again", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [1]);
    await setPages(owner);
    expect(main(owner)).toContain("Two lined pages for each of the 51 empty weeks");
    const chosen = {
      Dedication: `For Nell,\r\nwho ate it. ${CONTROLS}`,
      "Ruled pages": true,
    };
    await owner.browser.submit("Save", chosen);
    expect(loopRow(owner)).toMatchObject({ ruled_empty_weeks: 1, content_version: 2 });
    expect(String(loopRow(owner).dedication)).toMatch(/^For Nell,\nwho ate it\./);
    expect(main(owner)).toContain("We’re making the proof again.");
    await setPages(owner);
    await owner.browser.submit("Save");
    expect(loopRow(owner).content_version).toBe(2);
    const long = await owner.browser.submit("Save", { Dedication: "é".repeat(301) });
    expect(long.status).toBe(422);
    expect(long.text("main")).toContain("The dedication can have up to 300 characters");
    expect(long.field("Dedication").value).toHaveLength(301);
  });

  it("counts its pages in both sizes of type, and keeps size and numbers until it has gone to print", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [1]);
    const choose = (chosen: Record<string, string | boolean>) => owner.browser.submit("Save", chosen);
    await setPages(owner);
    change("UPDATE book_files SET other_page_count = 168 WHERE loop_id = ?", owner.loopId);
    await owner.browser.visit(proofOf(owner));
    expect(main(owner)).toMatch(/Regular The size of most books, 120 pages.*Large print Half as big again, 168 pages/);
    await choose({ "Text size": "large", "Your year in numbers": true });
    expect(loopRow(owner)).toMatchObject({ large_print: 1, prints_numbers: 1, content_version: 2 });
    await setPages(owner);
    change("UPDATE book_files SET page_count = 312 WHERE loop_id = ?", owner.loopId);
    await owner.browser.visit(proofOf(owner));
    expect(main(owner)).toContain("The book has 312 pages, and we can’t bind more than 300.");
    expect(owner.browser.page.links().map(({ words }) => words)).not.toContain("I’ve checked it. Send it to print");
    const input = await owner.browser.visit(`${proofOf(owner)}/sign-off`);
    expect(input.text("main")).toContain("We can’t bind more than 300 pages.");
    await owner.browser.visit(proofOf(owner));
    change("UPDATE loops SET status = 'COMPLETED' WHERE id = ?", owner.loopId);
    await choose({ "Text size": "regular" });
    expect(main(owner)).toContain("so its book can’t change now");
    expect(loopRow(owner)).toMatchObject({ large_print: 1, content_version: 2 });
  });

  it("gives a clear response whatever is sent to it", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [1]);
    await setPages(owner);
    const page = await owner.browser.submit("Save", { Dedication: MANY_SCRIPTS });
    expect(page.status).toBeLessThan(500);
    const form = {
      arrive: () => setPages(owner),
      button: "Save",
      field: "dedication",
    };
    for (const field of ["dedication", "type"]) await sendEverythingOdd(owner.browser, { ...form, field });
    await sendTwoMegabytes(owner.browser, form);
  });
});

describe("the pages of the proof", () => {
  const drawnAt = ({ browser }: Customer) =>
    browser.page.root.querySelectorAll(".page-picture path").map((path) => path.getAttribute("d"));
  const turn = async (owner: Customer, rel: "next" | "prev") => {
    const href = owner.browser.page.root.querySelector(`.proof-turner a[rel=${rel}]`)?.getAttribute("href");
    return href ? await owner.browser.visit(href) : null;
  };

  it("open at the first week, and are turned by links from the cover to the end and back", async () => {
    const owner = await openProof();
    expect(main(owner)).toMatch(/Week 7\s*Pages 4 and 5 of 6/);
    expect(drawnAt(owner)).toEqual(["M0 0h4v9", "M0 0h5v9"]);
    await owner.browser.visit(`${proofOf(owner)}?page=cover`);
    const seen = [drawnAt(owner)];
    while (await turn(owner, "next")) seen.push(drawnAt(owner));
    expect(seen).toEqual([[], ["M0 0h1v9"], ["M0 0h2v9", "M0 0h3v9"], ["M0 0h4v9", "M0 0h5v9"], ["M0 0h6v9"]]);
    let turnedBack = 0;
    while (await turn(owner, "prev")) turnedBack += 1;
    expect(turnedBack).toBe(4);
    expect(main(owner)).toMatch(/The cover\s*6 pages/);
    expect(main(owner)).toContain("The spine will be 7.4 mm, too narrow for your title.");
  });

  it("are turned one by one where the screen is narrow, each at an address of its own", async () => {
    const owner = await openProof();
    const seen: (string | undefined)[] = [];
    let page = await owner.browser.visit(`${proofOf(owner)}?page=cover`);
    for (let turns = 0; turns < 9; turns += 1) {
      seen.push(page.root.querySelector("[data-asked] .page-picture")?.getAttribute("aria-label"));
      const next = page.root.querySelector(".on-narrow [rel=next]")?.getAttribute("href");
      if (!next) break;
      page = await owner.browser.visit(next);
    }
    expect(seen.map((one) => one?.split(":")[0])).toEqual([
      undefined,
      ...[1, 2, 3, 4, 5, 6].map((number) => `Page ${number}`),
    ]);
    expect(page.find(".on-narrow [rel=prev]").getAttribute("href")).toBe(`${proofOf(owner)}?page=5#spread`);
  });

  it("have their words beside them as text, where they have words", async () => {
    const owner = await openProof();
    const text =
      "Week 7 in words HighlightThe highlight of week 7 Grateful forThanks in week 7 What happened in week 7?We wrote week 7.";
    for (const number of [4, 5]) {
      const page = await owner.browser.visit(`${proofOf(owner)}?page=${number}`);
      expect(page.text(".page-text")).toBe(text);
    }
    const front = await owner.browser.visit(`${proofOf(owner)}?page=1`);
    expect(front.root.querySelectorAll(".page-text")).toHaveLength(0);
  });

  it("can be enlarged one by one, and stay large while they are turned", async () => {
    const owner = await openProof();
    const size = () => owner.browser.page.find("[data-turner]").getAttribute("data-size");
    expect([size(), drawnAt(owner)]).toEqual(["fit", ["M0 0h4v9", "M0 0h5v9"]]);
    // Pressing a page enlarges that one.
    const [, right] = owner.browser.page.root.querySelectorAll(".page-zoom");
    await owner.browser.visit(right?.getAttribute("href") ?? "");
    expect([size(), drawnAt(owner)]).toEqual(["large", ["M0 0h5v9"]]);
    await turn(owner, "next");
    expect([size(), drawnAt(owner)]).toEqual(["large", ["M0 0h6v9"]]);
    await owner.browser.visit(owner.browser.page.links().find(({ words }) => words === "Fit the page")?.href ?? "");
    expect([size(), drawnAt(owner)]).toEqual(["fit", ["M0 0h6v9"]]);
  });

  it("load photos in the medium size while a page is whole, and in the screen size enlarged", async () => {
    const { browser, loopId } = await openProof();
    for (const [size, shown] of [
      ["fit", "medium"],
      ["large", "screen"],
    ]) {
      const page = await browser.visit(`/proof/${loopId}?page=4&size=${size}`);
      expect(page.find(".page-picture image").getAttribute("href")).toBe(`/photos/gate/${shown}`);
    }
  });

  it("have a strip of every place in the book", async () => {
    const owner = await openProof();
    const stops = owner.browser.page.root.querySelectorAll(".leaves a").map((one) => wordsOf(one));
    expect(stops).toEqual(["The cover", "The front", "Week 7"]);
    expect(owner.browser.page.text(".leaves [aria-current]")).toBe("Week 7");
  });

  it("of a thin year name the pages that it was filled up with, and have a place for them", async () => {
    const owner = await openProof();
    const kinds = ["half-title", "week-photos", "week-words", "photograph-again", "notes", "notes", "closing"];
    await givePictures(`books/${owner.loopId}.pdf`, kinds);
    const page = await owner.browser.visit(`${proofOf(owner)}?page=4`);
    const stops = page.root.querySelectorAll(".leaves a").map((one) => wordsOf(one));
    expect(stops).toEqual(["The cover", "The front", "Week 7", "Extra pages", "The end"]);
    expect(page.text(".leaves [aria-current]")).toBe("Extra pages");
    expect(page.text(".on-wide [data-where]")).toContain("Your photos again, lines for notes");
  });

  it("begin with the bound book, which is the first of the places to go to", async () => {
    const owner = await openProof();
    const page = await owner.browser.visit(`${proofOf(owner)}?page=cover`);
    expect(page.find(".book-3d").getAttribute("aria-label")).toBe(`Book: ${loopRow(owner).title}`);
    expect(page.find(".book-behind").getAttribute("aria-label")).toBe("The back of the book");
    expect(page.find(".book-motif img").getAttribute("src")).toBe("/artwork/m-family-adventures.svg");
    expect(page.text(".leaves [aria-current]")).toBe("The cover");
    for (const odd of ["Cover", "cover2", "0", "-1", "7"]) {
      await owner.browser.visit(`${proofOf(owner)}?page=${odd}`);
      expect(main(owner), odd).toContain("Page 1 of 6");
    }
  });

  it("have a pin where something is to be checked, with its note beneath, and only there", async () => {
    const at = { side: "verso", left: 20, right: 190, y: 240 };
    const cut = { kind: "cut_photo", week: 7, photoId: "p", at, cuts: [{ edge: "bottom", millimetres: 12 }] };
    const owner = await openProof([cut, { kind: "runs_over", week: 7, pages: 2 }]);
    const { page } = owner.browser;
    const pins = page.root.querySelectorAll(".proof-page").map((one) => wordsOf(one));
    expect(pins).toEqual(["1", "2"]);
    for (const [number, sentence] of [
      [1, "We’ll crop 12 mm off the bottom of a photo. Check nobody’s face is there."],
      [2, "The words take 2 pages."],
    ]) {
      const href = page.root.querySelectorAll(".pins a")[Number(number) - 1]?.getAttribute("href") ?? "";
      expect(wordsOf(page.find(href))).toContain(sentence);
    }
    const remark = page.links().find(({ words }) => words === "1Week 7");
    expect(remark?.href).toBe(`${proofOf(owner)}?page=4#spread`);
    await owner.browser.visit(`${proofOf(owner)}?page=1`);
    expect(owner.browser.page.root.querySelectorAll(".pins, .proof-notes")).toHaveLength(0);
  });

  it("are read from the store for their owner alone", async () => {
    const owner = await openProof();
    const stranger = await becomeCustomer(app);
    for (const page of ["4", "cover"]) {
      expect((await stranger.browser.visit(`${proofOf(owner)}?page=${page}`)).status).toBe(404);
    }
    change("UPDATE loops SET content_version = content_version + 1 WHERE id = ?", owner.loopId);
    await owner.browser.visit(`${proofOf(owner)}?page=4`);
    expect(drawnAt(owner)).toEqual([]);
    expect(main(owner)).toContain("We’re making your proof.");
  });
});

describe("sending it to print", () => {
  it("waits for week 52, or for all 52 weeks", async () => {
    const early = await ownerOf({ startedDaysAgo: 200 }, [1, 2]);
    await setPages(early);
    expect(main(early)).toContain("You can send it to print in week 52, or as soon as all 52 weeks are written.");
    const input = await early.browser.visit(`${proofOf(early)}/sign-off`);
    expect(input.text("main")).toContain("You can send it to print in week 52");
    expect(input.root.querySelectorAll("main form")).toHaveLength(0);
    const whole = await ownerOf({ startedDaysAgo: 200 }, ALL);
    const dashboard = await whole.browser.visit(`/dashboard?loop=${whole.loopId}`);
    expect(dashboard.links()).toContainEqual({ words: "See your book", href: proofOf(whole) });
    const page = await setPages(whole);
    expect(page.links().map(({ words }) => words)).toContain("I’ve checked it. Send it to print");
  });

  it("offers to write the weeks that are open, and names the others without a link", async () => {
    const owner = await ownerOf({ startedDaysAgo: 21 }, [1]);
    const page = await owner.browser.visit(proofOf(owner));
    expect(page.text(".remark-groups")).toMatch(/^Two weeks won’t print Weeks 2 and 3 are empty\./);
    expect(page.text(".remark-groups")).toContain("49 weeks are still to come.");
    const writes = page.links().filter(({ words }) => words.startsWith("Write week"));
    expect(writes.map(({ words }) => words)).toEqual(["Write week 2", "Write week 3"]);
    expect(page.text("main")).not.toContain("and 4");
    const one = await ownerOf({ startedDaysAgo: 15 }, [1, 3]);
    await one.browser.visit(proofOf(one));
    expect(main(one)).toContain("Week 2 is empty. It leaves no gap in the book.");
  });

  it("has nothing to check in a year of which every week so far is written", async () => {
    const owner = await ownerOf({ startedDaysAgo: 15 }, [1, 2, 3]);
    const page = await setPages(owner);
    expect(page.text("#look")).toBe("Nothing to check");
    expect(page.text(".remark-groups")).toBe("49 weeks are still to come");
  });

  it("names single weeks and runs of weeks in one sentence, and has no switch for pages that nobody needs", async () => {
    const gaps = await ownerOf({ startedDaysAgo: 360 }, [...ALL.slice(0, 40).filter((week) => week % 9 !== 0)]);
    const page = await setPages(gaps);
    expect(page.text("main")).toContain("Weeks 9, 18, 27, 36 and 41–52 are empty.");
    expect(page.text("main")).toContain("Ruled pages");
    const whole = await ownerOf({ startedDaysAgo: 100 }, ALL);
    expect((await setPages(whole)).text("main")).not.toContain("Ruled pages");
  });

  it("says before it is sent that a thin spine has no title", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [1, 2]);
    const thick = await setPages(owner);
    expect(thick.text("main")).not.toContain("too narrow");
    change("UPDATE book_files SET page_count = 24 WHERE loop_id = ?", owner.loopId);
    const said = "The spine will be 7.4 mm, too narrow for your title. It needs 32 pages or more.";
    expect((await owner.browser.visit(proofOf(owner))).text(".proof-send")).toContain(said);
    const asks = await owner.browser.visit(`${proofOf(owner)}/sign-off`);
    expect(asks.text(".sign-off-facts")).toContain(said);
  });

  it("offers copies for what one costs with tax, and says what their delivery costs", async () => {
    const owner = await ownerOf({ startedDaysAgo: 400, status: "COMPLETED" }, ALL);
    const page = await owner.browser.visit(proofOf(owner));
    expect(page.text(".copies")).toContain("£75.59 each. Tax of 8% is included. UK delivery is free.");
  });

  it("wants the pages looked at, asks once more, and then only lets them be read", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [1, 2]);
    for (const path of [proofOf(owner), `${proofOf(owner)}/sign-off`]) {
      await owner.browser.visit(path);
      expect(main(owner)).toContain("Look through your pages first, then send them to print.");
    }
    await setPages(owner);
    const asks = await owner.browser.visit(`${proofOf(owner)}/sign-off`);
    expect(asks.heading).toBe("Send it to print?");
    expect(asks.text("main")).toContain("2 weeks will print. 50 won’t.");
    expect(asks.text(".tally-key")).toBe("2 will print 50 empty");
    expect(asks.root.querySelectorAll(".cells .cell-print").map(wordsOf)).toEqual(["1", "2"]);
    expect(asks.text(".wont")).toContain("Weeks 3–52 are empty. They leave no gap in the book.");
    expect(asks.links()).toContainEqual({
      words: "Write Week 3",
      href: `/dashboard?loop=${owner.loopId}&week=3#week`,
    });
    expect(asks.text(".sign-off-facts")).toMatch(
      /Luxury hardback, printed cover, 120 pages, regular text.*Arrives By \d+ \w+ \d{4}/,
    );
    expect(loopRow(owner).status).toBe("ACTIVE");
    change("UPDATE book_files SET pages_sha256 = 'shown' WHERE loop_id = ?", owner.loopId);
    await owner.browser.submit("Send it to print");
    expect(main(owner)).toContain("It’s gone to print.");
    // What was looked at is what prints: nothing is laid out again.
    expect(loopRow(owner)).toMatchObject({
      ...{ status: "COMPLETED", content_version: 1 },
      signed_pages_sha256: "shown",
    });
    expect(countOf("book_files", "loop_id = ?", owner.loopId)).toBe(1);
    const week = await owner.browser.visit(`/entry?loop=${owner.loopId}&week=1`);
    expect(week.links().map(({ words }) => words)).not.toContain("Edit this week");
    const again = await owner.browser.visit(`${proofOf(owner)}/sign-off`);
    expect(again.text("main")).toContain("This year has already gone to print.");
  });

  it("is stopped by a field of which nothing can be printed, with the name of its script", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [1, 2]);
    await setPages(owner);
    await owner.browser.visit(`${proofOf(owner)}/sign-off`);
    change("UPDATE entries SET highlight = 'ཁང་པ' WHERE loop_id = ? AND week = 2", owner.loopId);
    await owner.browser.submit("Send it to print");
    const sentence = "We can’t print Tibetan yet, so write those words in week 2 another way";
    expect(main(owner)).toContain(sentence);
    expect(loopRow(owner).status).toBe("ACTIVE");
    const page = await owner.browser.visit(`${proofOf(owner)}/sign-off`);
    expect(page.root.querySelectorAll("main form")).toHaveLength(0);
    expect(page.text("main")).toContain(sentence);
    change("UPDATE entries SET highlight = 'We walked to ཁང་པ' WHERE loop_id = ? AND week = 2", owner.loopId);
    await owner.browser.visit(`${proofOf(owner)}/sign-off`);
    expect(main(owner)).not.toContain("Tibetan");
  });

  it("asks for an address first if there is none, comes back, and says where the book goes", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [1, 2]);
    await setPages(owner);
    const input = await owner.browser.visit(`${proofOf(owner)}/sign-off`);
    expect(input.text("main")).toMatch(/Ada Quill\s*14 Weavers Row\s*Hebden Bridge HX7 8AA/);
    change("DELETE FROM addresses WHERE account_id = ?", owner.accountId);
    await owner.browser.submit("Send it to print");
    expect(main(owner)).toContain("Where should we send it?");
    expect(loopRow(owner).status).toBe("ACTIVE");
    const add = owner.browser.page.links().find(({ words }) => words === "Add your address");
    await owner.browser.visit(add?.href ?? "");
    await owner.browser.submit("Save address", {
      "Address label": "Home",
      "Address line 1": "3 Skylark Hill",
      "Town or city": "Whitby",
      Postcode: "YO21 3PU",
    });
    expect(main(owner)).toMatch(/3 Skylark Hill\s*Whitby YO21 3PU/);
    await owner.browser.submit("Send it to print");
    expect(loopRow(owner).status).toBe("COMPLETED");
  });

  it("is refused where something changed after the page that asks was opened", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [1, 2]);
    await setPages(owner);
    await owner.browser.visit(`${proofOf(owner)}/sign-off`);
    change("UPDATE loops SET content_version = content_version + 1 WHERE id = ?", owner.loopId);
    await owner.browser.submit("Send it to print");
    expect(main(owner)).toContain("You’ve changed something since the proof was made.");
    expect(loopRow(owner).status).toBe("ACTIVE");
  });

  it("is refused where the pages that were looked at are gone", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [1, 2]);
    await setPages(owner);
    await owner.browser.visit(`${proofOf(owner)}/sign-off`);
    change("UPDATE book_files SET state = 'failed' WHERE loop_id = ?", owner.loopId);
    await owner.browser.submit("Send it to print");
    expect(loopRow(owner).status).toBe("ACTIVE");
  });

  it("is shown step by step once staff have moved it on", async () => {
    const owner = await ownerOf({ startedDaysAgo: 400, status: "COMPLETED" }, [1]);
    change(
      `UPDATE loops SET status = 'SHIPPED', completed_at = created_at, printing_at = created_at, shipped_at = created_at,
       carrier = 'Royal Mail', tracking_number = 'RM 12' WHERE id = ?`,
      owner.loopId,
    );
    const page = await owner.browser.visit(proofOf(owner));
    expect(page.heading).toBe("That’s the loop closed.");
    expect(page.text("main")).toContain("It’s on its way to you.");
    expect(page.text("main")).toContain("It was posted with Royal Mail. Tracking number: RM 12.");
    expect(page.root.querySelectorAll(".timeline-done")).toHaveLength(3);
    expect(page.text("main")).not.toContain("Track it");
    change("UPDATE loops SET tracking_number = 'RM 1234 5678' WHERE id = ?", owner.loopId);
    expect((await owner.browser.visit(proofOf(owner))).links()).toContainEqual({
      words: "Track it",
      href: "https://www.royalmail.com/track-your-item#/tracking-results/RM12345678",
    });
    expect(page.links()).toContainEqual({
      words: "Read your year",
      href: `/entry?loop=${owner.loopId}&week=1`,
    });
    await owner.browser.submit("Order copies");
    expect(owner.browser.page.path).toBe("/checkout");
  });

  it("closes the ring on the first visit only, and says what happens when and where it goes", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [1, 2]);
    await setPages(owner);
    await owner.browser.visit(`${proofOf(owner)}/sign-off`);
    const page = await owner.browser.submit("Send it to print");
    expect(page.heading).toBe("That’s the loop closed.");
    expect(page.text("main")).toContain("We’ll email you when it’s being printed");
    expect(page.text(".road")).toMatch(
      /You sent it to print\..*By \d+ \w+ \d{4}.*14 Weavers Row, Hebden Bridge HX7 8AA/,
    );
    expect(page.root.querySelectorAll(".sent-now")).toHaveLength(1);
    await owner.browser.visit(proofOf(owner));
    expect(owner.browser.page.root.querySelectorAll(".sent-now")).toHaveLength(0);
    change("UPDATE shipments SET state = 'delivered' WHERE loop_id = ?", owner.loopId);
    change(
      `INSERT INTO shipments (id, loop_id, reprint_of, reprint_reason, delivery_address, created_at, updated_at)
       SELECT 'again', loop_id, id, 'bent', '{}', created_at + 1, updated_at FROM shipments WHERE loop_id = ?`,
      owner.loopId,
    );
    await owner.browser.visit(proofOf(owner));
    expect(main(owner)).toContain("It’s being printed again. There’s nothing to pay.");
  });
});

describe("the year in numbers", () => {
  it("is counted only when its owner asks, and can be put away", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [1, 2]);
    const address = `/year-in-numbers/${owner.loopId}`;
    const before = await owner.browser.visit(address);
    expect(before.root.querySelectorAll(".year-numbers")).toHaveLength(0);
    await owner.browser.submit("Count my year");
    expect(owner.browser.page.root.querySelectorAll(".year-numbers dd").map(wordsOf)).toEqual(["2", "26", "0"]);
    expect(loopRow(owner).wants_numbers).toBe(1);
    const page = owner.browser.page;
    expect(page.root.querySelectorAll(".numbers-picture .ring")).toHaveLength(1);
    expect(page.root.querySelectorAll(".numbers-months rect").map((bar) => bar.getAttribute("width"))).toEqual([
      "100%",
    ]);
    expect(page.text(".numbers-longest")).toBe("You wrote most in week 1: 13 words.");
    await owner.browser.submit("Stop counting");
    expect(owner.browser.page.root.querySelectorAll(".year-numbers")).toHaveLength(0);
  });

  it("lists people and places apart, and shows the photo of the week with the most words", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [1, 2]);
    change(
      "UPDATE entries SET content = ?, all_words = 40 WHERE loop_id = ? AND week = 2",
      "We went to Filey with Nell, and back from Filey with Nell.",
      owner.loopId,
    );
    change(
      `INSERT INTO photos (id, loop_id, week, position, file_name, bytes, sha256, created_at, original_key, print_key,
         screen_key, thumb_key, width, height, print_width, print_height)
       VALUES ('dance', ?, 2, 1, 'a.jpg', 5, 'feed', 1, 'a', 'a', 'a', 'a', 4, 3, 4, 3)`,
      owner.loopId,
    );
    await owner.browser.visit(`/year-in-numbers/${owner.loopId}`);
    const page = await owner.browser.submit("Count my year");
    expect(page.text("section[aria-label=People]")).toBe("People Nell 2");
    expect(page.text("section[aria-label=Places]")).toBe("Places Filey 2");
    expect(page.find(".numbers-longest img").getAttribute("src")).toBe("/photos/dance/screen");
  });
});

it("another's proof, sign-off and numbers are not there", async () => {
  const owner = await ownerOf({ startedDaysAgo: 360 }, [1]);
  const stranger = await becomeCustomer(app);
  for (const path of [proofOf(owner), `${proofOf(owner)}/sign-off`, `/year-in-numbers/${owner.loopId}`]) {
    expect((await stranger.browser.visit(path)).status).toBe(404);
    expect((await app.visitor().visit(path)).path).toBe("/auth");
  }
});
