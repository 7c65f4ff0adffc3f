import { describe, expect, it } from "vitest";
import { openApp } from "../../support/app";
import { wordsOf } from "../../support/html-form";
import type { Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
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
  await owner.browser.submit("Set the pages");
  finishPages(owner, warnings);
  return await owner.browser.visit(proofOf(owner));
}

describe("the proof", () => {
  it("is set when asked for, and says in plain words what is worth another look, with the way to its week", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [1, 2, 5]);
    await owner.browser.visit(proofOf(owner));
    await owner.browser.submit("Set the pages");
    expect(main(owner)).toContain("The pages are being set.");
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
    expect(page.root.querySelectorAll(".remarks li").map(wordsOf)).toEqual([
      "The front pages “\u{12000}” cannot be printed by any of our typefaces and is left out. Write it another way if it matters.",
      "Week 1 The words do not fit on one page, so they run on over 2 pages. Nothing is cut; shorten them only if you would rather keep to one. See the page of week 1",
      "Week 5 A photo is small for print and will look soft at its size. A larger file of it would be sharper: the one from the camera or telephone itself, not one that was sent on. See the page of week 5",
      "Week 6 A photo is trimmed to fit its place: 18 mm at the top and 9 mm at the left. Look whether a face stands there; if so, a photo with more room around it is safer. See the page of week 6",
      "Week 2 does not print until you mend it and it was looked at again.",
    ]);
    for (const week of [1, 2, 5]) {
      const href = `/dashboard?loop=${owner.loopId}&week=${week}#week`;
      expect(page.links()).toContainEqual({ words: `Week ${week}`, href });
    }
    expect(page.links().map(({ words }) => words)).toContain("Download the proof");
    expect(page.links()).toContainEqual({
      words: "Turn the pages",
      href: `/book/pages?loop=${owner.loopId}`,
    });
  });

  it("that could not be set can be set again", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [1]);
    await owner.browser.visit(proofOf(owner));
    await owner.browser.submit("Set the pages");
    change("UPDATE book_files SET state = 'failed' WHERE loop_id = ?", owner.loopId);
    await owner.browser.visit(proofOf(owner));
    expect(main(owner)).toContain("The pages could not be set this time.");
    await owner.browser.submit("Set the pages");
    expect(main(owner)).toContain("The pages are being set.");
  });

  it("of nothing is refused in words", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, []);
    await owner.browser.visit(proofOf(owner));
    const page = await owner.browser.submit("Set the pages");
    expect(page.status).toBe(422);
    expect(page.text("main")).toContain("Nothing is written that could be printed.");
  });

  it("keeps a dedication and ruled pages for empty weeks, and is then set again", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [1]);
    await setPages(owner);
    expect(main(owner)).toContain("There are 51 empty weeks.");
    const chosen = {
      Dedication: `For Nell,\r\nwho ate it. ${CONTROLS}`,
      "Ruled pages for empty weeks": true,
    };
    await owner.browser.submit("Save for the book", chosen);
    expect(loopRow(owner)).toMatchObject({ ruled_empty_weeks: 1, content_version: 2 });
    expect(String(loopRow(owner).dedication)).toMatch(/^For Nell,\nwho ate it\./);
    expect(main(owner)).toContain("Set the pages");
    await owner.browser.submit("Save for the book");
    expect(loopRow(owner).content_version).toBe(2);
    const long = await owner.browser.submit("Save for the book", { Dedication: "é".repeat(301) });
    expect(long.status).toBe(422);
    expect(long.text("main")).toContain("The dedication can have 300 characters");
    expect(long.field("Dedication").value).toHaveLength(301);
  });

  it("counts its pages in both sizes of type, and keeps size and numbers until it has gone to print", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [1]);
    const choose = (chosen: Record<string, string | boolean>) =>
      owner.browser.submit("Save for the book", chosen);
    await setPages(owner);
    change("UPDATE book_files SET other_page_count = 168 WHERE loop_id = ?", owner.loopId);
    await owner.browser.visit(proofOf(owner));
    expect(main(owner)).toMatch(/Regular, 12 point 120 pages\..*Large print, 16 point .* 168 pages\./);
    await choose({ "Size of type": "large", "The year in numbers": true });
    expect(loopRow(owner)).toMatchObject({ large_print: 1, prints_numbers: 1, content_version: 2 });
    expect(main(owner)).toContain("How many pages it takes is counted when the pages are set.");
    await setPages(owner);
    change("UPDATE book_files SET page_count = 312 WHERE loop_id = ?", owner.loopId);
    await owner.browser.visit(proofOf(owner));
    expect(main(owner)).toContain("312 pages, and no more than 300 can be bound");
    expect(owner.browser.page.links().map(({ words }) => words)).not.toContain(
      "I have looked. Send it to print",
    );
    const input = await owner.browser.visit(`${proofOf(owner)}/sign-off`);
    expect(input.text("main")).toContain("No more than 300 pages can be bound.");
    await owner.browser.visit(proofOf(owner));
    change("UPDATE loops SET status = 'COMPLETED' WHERE id = ?", owner.loopId);
    await choose({ "Size of type": "regular" });
    expect(main(owner)).toContain("so its book stays as it is");
    expect(loopRow(owner)).toMatchObject({ large_print: 1, content_version: 2 });
  });

  it("takes whatever is sent to it", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [1]);
    await owner.browser.visit(proofOf(owner));
    const page = await owner.browser.submit("Save for the book", { Dedication: MANY_SCRIPTS });
    expect(page.status).toBeLessThan(500);
    const form = {
      arrive: (browser: Visitor) => browser.visit(proofOf(owner)),
      button: "Save for the book",
      field: "dedication",
    };
    for (const field of ["dedication", "type"]) await sendEverythingOdd(owner.browser, { ...form, field });
    await sendTwoMegabytes(owner.browser, form);
  });
});

describe("sending it to print", () => {
  it("waits for week 52, or for all 52 weeks", async () => {
    const early = await ownerOf({ startedDaysAgo: 200 }, [1, 2]);
    await setPages(early);
    expect(main(early)).toContain("You can send it in week 52, or as soon as all 52 weeks are written.");
    const input = await early.browser.visit(`${proofOf(early)}/sign-off`);
    expect(input.text("main")).toContain("A year can go to print in week 52");
    expect(input.root.querySelectorAll("main form")).toHaveLength(0);
    const whole = await ownerOf({ startedDaysAgo: 200 }, ALL);
    const dashboard = await whole.browser.visit(`/dashboard?loop=${whole.loopId}`);
    expect(dashboard.links()).toContainEqual({ words: "Look at the proof", href: proofOf(whole) });
    const page = await setPages(whole);
    expect(page.links().map(({ words }) => words)).toContain("I have looked. Send it to print");
  });

  it("wants the pages looked at, asks once more, and then only lets them be read", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [1, 2]);
    for (const path of [proofOf(owner), `${proofOf(owner)}/sign-off`]) {
      await owner.browser.visit(path);
      expect(main(owner)).toContain("Set the pages and look through them first.");
    }
    await setPages(owner);
    const asks = await owner.browser.visit(`${proofOf(owner)}/sign-off`);
    expect(asks.heading).toBe("Send it to print?");
    expect(asks.text("main")).toContain("In the book 2 weeks: 1–2");
    expect(asks.text("main")).toContain("Empty 50 weeks: 3–52. They leave no gap.");
    expect(loopRow(owner).status).toBe("ACTIVE");
    await owner.browser.submit("Send it to print");
    expect(main(owner)).toContain("It has gone to print.");
    expect(loopRow(owner)).toMatchObject({ status: "COMPLETED", content_version: 2 });
    // The print file is rendered again, without the marks of a proof.
    expect(countOf("book_files", "loop_id = ? AND content_version = 2", owner.loopId)).toBe(1);
    const week = await owner.browser.visit(`/entry?loop=${owner.loopId}&week=1`);
    expect(week.links().map(({ words }) => words)).not.toContain("Edit this week");
    const again = await owner.browser.visit(`${proofOf(owner)}/sign-off`);
    expect(again.text("main")).toContain("This year has gone to print already.");
  });

  it("asks for an address first if there is none, comes back, and says where the book goes", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [1, 2]);
    await setPages(owner);
    const input = await owner.browser.visit(`${proofOf(owner)}/sign-off`);
    expect(input.text("main")).toContain("Ada Quill, 14 Weavers Row, Hebden Bridge, HX7 8AA");
    change("DELETE FROM addresses WHERE account_id = ?", owner.accountId);
    await owner.browser.submit("Send it to print");
    expect(main(owner)).toContain("We do not know yet where to send the book.");
    expect(loopRow(owner).status).toBe("ACTIVE");
    const add = owner.browser.page.links().find(({ words }) => words === "Add your address");
    await owner.browser.visit(add?.href ?? "");
    await owner.browser.submit("Save address", {
      "Address label": "Home",
      "Address line 1": "3 Skylark Hill",
      "Town or city": "Whitby",
      Postcode: "YO21 3PU",
    });
    expect(main(owner)).toContain("3 Skylark Hill, Whitby, YO21 3PU");
    await owner.browser.submit("Send it to print");
    expect(loopRow(owner).status).toBe("COMPLETED");
  });

  it("is refused where something changed after the page that asks was opened", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [1, 2]);
    await setPages(owner);
    await owner.browser.visit(`${proofOf(owner)}/sign-off`);
    change("UPDATE loops SET content_version = content_version + 1 WHERE id = ?", owner.loopId);
    await owner.browser.submit("Send it to print");
    expect(main(owner)).toContain("Something has changed since the pages were set.");
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

  it("is told step by step once staff have moved it on", async () => {
    const owner = await ownerOf({ startedDaysAgo: 400, status: "COMPLETED" }, [1]);
    change(
      `UPDATE loops SET status = 'SHIPPED', completed_at = created_at, printing_at = created_at, shipped_at = created_at,
       carrier = 'Royal Mail', tracking_number = 'RM 12' WHERE id = ?`,
      owner.loopId,
    );
    const page = await owner.browser.visit(proofOf(owner));
    expect(page.heading).toBe("It is on its way.");
    expect(page.text("main")).toContain("with Royal Mail. Tracking number: RM 12");
    expect(page.root.querySelectorAll(".timeline-done")).toHaveLength(3);
  });
});

describe("the year in numbers", () => {
  it("is counted only when its owner asks, and can be put away", async () => {
    const owner = await ownerOf({ startedDaysAgo: 360 }, [1, 2]);
    const address = `/year-in-numbers/${owner.loopId}`;
    const before = await owner.browser.visit(address);
    expect(before.root.querySelectorAll(".year-numbers")).toHaveLength(0);
    await owner.browser.submit("Count my year");
    expect(owner.browser.page.root.querySelectorAll(".year-numbers dd").map(wordsOf)).toEqual([
      "2",
      "26",
      "0",
    ]);
    expect(loopRow(owner).wants_numbers).toBe(1);
    await owner.browser.submit("Stop counting");
    expect(owner.browser.page.root.querySelectorAll(".year-numbers")).toHaveLength(0);
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
