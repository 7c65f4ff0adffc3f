import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { anotherWindow, becomeCustomer, type Customer } from "../../screens/support/customers";
import { giveEntries, giveLoop } from "../../screens/support/loops";
import { preparePhotos, takePhoto } from "../../screens/support/photographs";
import { change, countOf, emailsTo, rowOf, rowsOf } from "../../screens/support/records";
import { openApp } from "../../support/app";
import { wordsOf } from "../../support/html-form";
import { type StaffBrowser, staffBrowser } from "../../support/staff";

const app = await openApp();
const { openSealedText } = await import("~/domain/kernel/sealing/sealed-text.server");
const LIST = "/hyperloop/moderation";
const WHY = { Reason: "Review before printing", Details: "Week by week" };

let owner: Customer;
let loopId: string;
let one: StaffBrowser;
let other: StaffBrowser;

beforeAll(async () => {
  owner = await becomeCustomer(app);
  loopId = giveLoop(owner, { startedDaysAgo: 65 });
  giveEntries(loopId, [2, 3, 4, 5, 6, 7]);
  change("UPDATE entries SET created_at = created_at + week WHERE loop_id = ?", loopId);
  one = await staffBrowser(app, "moderator");
  other = await staffBrowser(app, "moderator");
});

const entryIn = (week: number) => rowOf("SELECT * FROM entries WHERE loop_id = ? AND week = ?", loopId, week);
const address = (week: number) => `${LIST}/${entryIn(week).id}`;
const contentVersion = () => Number(rowOf("SELECT content_version AS v FROM loops WHERE id = ?", loopId).v);

async function open(week: number, { browser } = one) {
  const page = await browser.visit(address(week));
  return page.body.includes("Open the entry") ? await browser.submit("Open the entry", WHY) : page;
}

/** Presses the button of a decision about the entry that is open. */
async function press(judgement: string, Note?: string, { browser } = one) {
  const button = wordsOf(browser.page.find(`#judge button[value=${judgement}]`));
  return await browser.submit(button, Note === undefined ? {} : { Note });
}

async function decide(week: number, judgement: string, note = "", who = one) {
  await open(week, who);
  return await press(judgement, note, who);
}

describe("the queue", () => {
  it("says whose week waits and not a word of it, and finds by name, email, kind of year and week, never by a word", async () => {
    const { browser } = one;
    const page = await browser.visit(LIST);
    expect(page.body).toContain("Family Adventures, week 2");
    expect(page.body).not.toContain("We wrote week 2");
    expect(page.body).not.toContain("highlight of week");
    for (const q of ["argaret Oka", owner.email.slice(0, 10), "family adv", "week 2", "2"]) {
      expect((await browser.visit(`${LIST}?q=${encodeURIComponent(q)}&status=PENDING`)).body).toContain(
        String(entryIn(2).id),
      );
    }
    for (const q of ["wrote week 2", "highlight of week", "week 1"])
      expect((await browser.visit(`${LIST}?q=${encodeURIComponent(q)}`)).text("main")).toContain("No entries found");
    for (const q of ["' OR 1=1 --", "%_%", '"'.repeat(200), "\u0000x", "🧵", "a".repeat(5000)]) {
      const none = await browser.visit(`${LIST}?q=${encodeURIComponent(q)}&status=REJECTED&page=x`);
      expect([none.status, none.body.includes("No entries found")]).toEqual([200, true]);
    }
  });
});

describe("opening an entry", () => {
  it("leads from each that waits to the next and back", async () => {
    const { browser } = one;
    const hrefOf = (words: string) => browser.page.links().find((link) => link.words === words)?.href;
    await browser.visit(address(2));
    const next = hrefOf("Next") ?? "";
    expect(browser.page.text("main")).toMatch(/\d+ of \d+/);
    await browser.visit(next);
    expect(hrefOf("Previous")).toBe(address(2));
  });

  it("asks why first, and its owner reads who looked, when and why", async () => {
    const { browser } = one;
    const unopened = await browser.visit(address(2));
    expect(unopened.body).not.toContain("We wrote week 2");
    const refused = await browser.submit("Open the entry", { Reason: "" });
    expect([refused.status, refused.body.includes("Please say why you’re opening it")]).toEqual([422, true]);
    expect((await open(2)).body).toContain("We wrote week 2");
    expect((await browser.visit(`${address(2)}?view=detailed`)).body).toContain("Thanks in week 2");
    const privacy = await anotherWindow(app, owner).visit("/account-settings?tab=privacy");
    expect(privacy.body).toContain("Review before printing: Week by week");
    expect(countOf("audit_events", "action = 'entries.open' AND object_id = ?", entryIn(2).id)).toBe(1);
  });

  it("shuts it to a colleague meanwhile, and opens again when the time ran out", async () => {
    await open(2);
    const shut = await other.browser.visit(address(2));
    expect(shut.body).toContain("is reviewing this entry");
    expect(shut.body).not.toContain("We wrote week 2");
    change("UPDATE entries SET locked_until = ? WHERE id = ?", Date.now() - 1, entryIn(2).id);
    expect((await open(2, other)).body).toContain("We wrote week 2");
    expect((await one.browser.visit(address(2))).body).not.toContain("We wrote week 2");
    await other.browser.visit(address(2));
    await other.browser.submit("Close without deciding");
    expect(entryIn(2).locked_by_staff_id).toBeNull();
    expect(countOf("audit_events", "action = 'entries.close' AND object_id = ?", entryIn(2).id)).toBe(1);
  });

  it("is over an hour after its reason was given, however often it is read meanwhile", async () => {
    await open(2);
    const { id } = entryIn(2);
    const inAMinute = Date.now() + 60_000;
    change("UPDATE entries SET locked_until = ? WHERE id = ?", inAMinute, id);
    await one.browser.visit(address(2));
    expect(Number(entryIn(2).locked_until)).toBeGreaterThan(inAMinute);
    change("UPDATE entry_views SET at = at - 3600000 WHERE entry_id = ?", id);
    change("UPDATE entries SET locked_until = ? WHERE id = ?", inAMinute, id);
    expect((await one.browser.visit(address(2))).body).toContain("We wrote week 2");
    expect(entryIn(2).locked_until).toBe(inAMinute);
    await one.browser.submit("Close without deciding");
  });

  it("shows its photos to the moderator who has it open, and to nobody else", async () => {
    await owner.browser.visit(`/dashboard?loop=${loopId}&week=1`);
    await owner.browser.submit("Save week 1", {
      photos: await takePhoto(),
      content: "A photo of the beach.",
    });
    const { id } = rowOf("SELECT id FROM photos WHERE loop_id = ?", loopId);
    const photo = `${address(1)}/photos/${id}/print`;
    expect((await one.browser.send(photo)).status).toBe(404);
    await open(1);
    // Nobody but its owner sees it as it came.
    expect((await one.browser.send(photo)).headers.get("content-type")).toBe("image/svg+xml");
    await preparePhotos(loopId);
    expect((await one.browser.send(photo)).headers.get("content-type")).toBe("image/jpeg");
    expect((await other.browser.send(photo)).status).toBe(404);
    expect((await one.browser.send(`${address(2)}/photos/${id}/print`)).status).toBe(404);
  });
});

describe("deciding", () => {
  it("approves, and stamps who and when", async () => {
    expect((await decide(3, "approve")).body).toContain("Entry approved.");
    expect(entryIn(3)).toMatchObject({ moderation: "APPROVED", reviewed_by_staff_id: one.staffId });
    expect(countOf("audit_events", "action = 'entries.approve' AND object_id = ?", entryIn(3).id)).toBe(1);
  });

  it("flags for a colleague, with a note that its owner never sees", async () => {
    await decide(4, "flag", "Is that an address?");
    expect(entryIn(4)).toMatchObject({ moderation: "FLAGGED", flag_reason: "Is that an address?" });
    const page = await anotherWindow(app, owner).visit(`/entry?loop=${loopId}&week=4`);
    expect(page.body).not.toContain("Is that an address?");
  });

  it("rejects with a note alone; the owner is told, and mending brings it back", async () => {
    await open(5);
    const without = await press("reject");
    expect([without.status, without.body.includes("Please tell the owner why")]).toEqual([422, true]);
    const before = contentVersion();
    await press("reject", "Please leave out the number plate");
    expect([entryIn(5).moderation, contentVersion()]).toEqual(["REJECTED", before + 1]);
    const message = emailsTo(owner.email).find(({ kind }) => kind === "entry_rejected");
    expect(openSealedText(message?.text ?? "")).toContain("Please leave out the number plate");
    expect((await owner.browser.visit(`/entry?loop=${loopId}&week=5`)).body).toContain("number plate");
    await owner.browser.visit(`/dashboard?loop=${loopId}&week=5`);
    await owner.browser.submit("Save week 5", { photos: await takePhoto(), content: "Without it." });
    expect(entryIn(5).moderation).toBe("PENDING");
  });

  it("hides what was approved, and nothing can be decided about it after that", async () => {
    await decide(6, "approve");
    await decide(6, "hide", "Its owner asked us to");
    expect(entryIn(6).moderation).toBe("HIDDEN");
    expect(emailsTo(owner.email).filter(({ kind }) => kind === "entry_hidden")).toHaveLength(1);
    expect((await open(6)).body).toContain("Only the owner can change this entry now.");
  });

  it("is refused about words that changed meanwhile, and about what is not open", async () => {
    await open(7);
    change("UPDATE entries SET version = 2 WHERE id = ?", entryIn(7).id);
    const changed = await press("approve");
    expect([changed.status, changed.body.includes("has changed this entry")]).toEqual([422, true]);
    change("UPDATE entries SET locked_until = 0 WHERE id = ?", entryIn(7).id);
    await press("approve");
    expect(entryIn(7).moderation).toBe("PENDING");
  });

  it("takes no odd decision", async () => {
    const opened = await open(7);
    const seen = opened.field("seen").value;
    const odd = [
      ["intent", "", 400],
      ["intent", "judge", 400],
      ["intent", "delete", 400],
      ["intent", "hide", 422],
      ["notes", "x".repeat(2000), 422],
      ["seen", "x".repeat(200), 422],
    ] as const;
    for (const [name, value, status] of odd) {
      const sent = { csrf: opened.field("csrf").value, intent: "approve", seen, [name]: value };
      const page = await one.browser.post(address(7), sent);
      expect([name, page.status, entryIn(7).moderation]).toEqual([name, status, "PENDING"]);
    }
  });
});

describe("what is handed in", () => {
  it("is kept and flagged where the automatic look found something", async () => {
    await owner.browser.visit(`/dashboard?loop=${loopId}&week=8`);
    const words = "Ring us on 07700 900412";
    await owner.browser.submit("Save week 8", { photos: await takePhoto(), content: words });
    expect(entryIn(8)).toMatchObject({ moderation: "FLAGGED", content: words });
    const queue = await one.browser.visit(LIST);
    expect(queue.text("main").indexOf("week 8")).toBeLessThan(queue.text("main").indexOf("week 2"));
    expect(queue.body).toContain("there may be a phone number");
  });

  it("is looked at again when only a caption or a photo changed", async () => {
    await decide(8, "approve");
    expect(entryIn(8).moderation).toBe("APPROVED");
    await owner.browser.visit(`/dashboard?loop=${loopId}&week=8`);
    await owner.browser.submit("Remove beach.jpg");
    expect(entryIn(8).moderation).toBe("PENDING");
  });
});

describe("what a moderator sees before deciding", () => {
  const PRINTED = {
    title: "Heron at dusk",
    highlight: "Ninety-nine swans",
    gratitude: "Grateful for wellingtons",
    learned: "Learned to knit",
    prompt: "Which bird was it?",
    content: "It was the bittern.",
  };
  const OF_THE_BOOK = { title: "Marshland Almanac", dedication: "For Aunt Petronella" };

  it("is every word that prints, in both views, also after its owner has changed them", async () => {
    await owner.browser.visit(`/dashboard?loop=${loopId}&week=9`);
    await owner.browser.submit("Save week 9", { photos: await takePhoto(), content: "Before." });
    const write = (words: Record<string, string>, caption: string) => {
      const names = Object.keys(words);
      change(
        `UPDATE entries SET ${names.map((name) => `${name} = ?`).join(", ")}, version = version + 1
         WHERE loop_id = ? AND week = 9`,
        ...[...Object.values(words), loopId],
      );
      change("UPDATE photos SET caption = ? WHERE loop_id = ? AND week = 9", caption, loopId);
    };
    const { title, dedication } = OF_THE_BOOK;
    change("UPDATE loops SET title = ?, dedication = ? WHERE id = ?", title, dedication, loopId);
    write(PRINTED, "Caption of reeds");
    const missingIn = async (view: string, words: readonly string[]) => {
      await open(9);
      const page = await one.browser.visit(`${address(9)}${view}`);
      const text = page.text(".review-entry");
      expect(page.root.querySelectorAll(".review-entry img")).toHaveLength(1);
      return words.filter((word) => !text.includes(word));
    };
    const first = [...Object.values(PRINTED), ...Object.values(OF_THE_BOOK), "Caption of reeds"];
    for (const view of ["", "?view=simple", "?view=detailed", "?judgement=approve"]) {
      expect([view, await missingIn(view, first)]).toEqual([view, []]);
    }
    const later = Object.fromEntries(Object.entries(PRINTED).map(([name, words]) => [name, `${words}, as changed`]));
    write(later, "Caption of reeds, as changed");
    expect(await missingIn("", [...Object.values(later), "Caption of reeds, as changed"])).toEqual([]);
  });

  it("is what it decides about: a title or dedication that changed meanwhile is looked at first", async () => {
    await open(9);
    change("UPDATE loops SET dedication = 'For somebody else' WHERE id = ?", loopId);
    const page = await press("approve");
    expect([page.status, page.text(".review-entry").includes("For somebody else")]).toEqual([422, true]);
    await press("approve");
    expect(entryIn(9).moderation).toBe("APPROVED");
  });
});

describe("a review session", () => {
  let reviewer: StaffBrowser;
  let year: string;
  const entryOf = (week: number) => rowOf("SELECT * FROM entries WHERE loop_id = ? AND week = ?", year, week);
  const addressOf = (week: number) => `${LIST}/${entryOf(week).id}`;
  const start = async (reason: string, week = 1) => {
    await reviewer.browser.visit(addressOf(week));
    return await reviewer.browser.submit("Open the entry", { Reason: reason, Details: "" });
  };

  beforeEach(async () => {
    change("UPDATE entries SET moderation = 'APPROVED', locked_by_staff_id = NULL");
    year = giveLoop(owner, { startedDaysAgo: 65 });
    giveEntries(year, [1, 2, 3]);
    // Handed in one after another.
    change("UPDATE entries SET created_at = created_at + week WHERE loop_id = ?", year);
    reviewer = await staffBrowser(app, "moderator");
  });

  it("asks for the reason once, opens the next entry after each decision, and ends when all are read", async () => {
    await start("Review before printing");
    const second = await press("approve", undefined, reviewer);
    expect(second.path).toBe(addressOf(2));
    expect(second.text("main")).toContain("Entry approved.");
    expect(second.text(".review-entry")).toContain("We wrote week 2");
    expect(second.text("main")).toContain("1 done today");
    expect((await press("reject", "Whose number is this?", reviewer)).path).toBe(addressOf(3));
    const end = await press("approve", undefined, reviewer);
    expect([end.path, end.text("main").includes("Nothing else is waiting for you.")]).toEqual([LIST, true]);
    expect([1, 2, 3].map((week) => entryOf(week).moderation)).toEqual(["APPROVED", "REJECTED", "APPROVED"]);
  });

  it("writes a line for its owner about each entry that was opened, and about no other", async () => {
    await start("Review before printing");
    await press("approve", undefined, reviewer);
    const reasonsOf = (week: number) =>
      rowsOf("SELECT reason FROM entry_views WHERE entry_id = ?", entryOf(week).id).map(({ reason }) => reason);
    expect([1, 2, 3].map(reasonsOf)).toEqual([["Review before printing"], ["Review before printing"], []]);
  });

  it("keeps no reason that was about one entry", async () => {
    await start("Somebody reported it");
    expect((await press("approve", undefined, reviewer)).path).toBe(LIST);
    expect(entryOf(2).locked_by_staff_id).toBeNull();
  });

  it("passes over what a colleague has open, and what was flagged for one", async () => {
    await one.browser.visit(addressOf(2));
    await one.browser.submit("Open the entry", WHY);
    await start("Review before printing");
    const third = await press("flag", "Is that an address?", reviewer);
    expect(third.path).toBe(addressOf(3));
    expect((await press("approve", undefined, reviewer)).path).toBe(LIST);
    expect(entryOf(1).moderation).toBe("FLAGGED");
  });

  it("brings an entry that was held back at the end", async () => {
    await start("Review before printing");
    expect((await press("hold", undefined, reviewer)).path).toBe(addressOf(2));
    expect(entryOf(1)).toMatchObject({ moderation: "PENDING", locked_by_staff_id: null });
    await press("approve", undefined, reviewer);
    const last = await press("approve", undefined, reviewer);
    expect(last.path).toBe(addressOf(1));
  });

  it("wants a note with Reject and Flag, and keeps what was typed", async () => {
    await start("Review before printing");
    for (const [judgement, sentence] of [
      ["reject", "Please tell the owner why. They’ll read this note"],
      ["flag", "Please say what a colleague should check"],
    ] as const) {
      const page = await press(judgement, "no", reviewer);
      expect([page.status, page.text("#judge").includes(sentence)]).toEqual([422, true]);
      expect(page.field("Note").value).toBe("no");
    }
    expect(entryOf(1).moderation).toBe("PENDING");
  });

  it("can take back the last decision, which then waits as before, and no later one than ten minutes", async () => {
    change("UPDATE entries SET moderation = 'FLAGGED', flag_reason = 'Perhaps a plate' WHERE id = ?", entryOf(1).id);
    await start("Review before printing");
    const second = await press("approve", undefined, reviewer);
    expect(second.text("main")).toMatch(/Last\s*Family Adventures, week 1, approved/);
    const undone = await reviewer.browser.submit("Undo");
    expect([undone.path, undone.text("main").includes("Undone.")]).toEqual([addressOf(1), true]);
    expect(entryOf(1)).toMatchObject({
      ...{ moderation: "FLAGGED", flag_reason: "Perhaps a plate", reviewed_at: null },
      locked_by_staff_id: reviewer.staffId,
    });
    expect(entryOf(2).locked_by_staff_id).toBeNull();
    await press("approve", undefined, reviewer);
    change("UPDATE entries SET reviewed_at = reviewed_at - 601000, updated_at = 0 WHERE id = ?", entryOf(1).id);
    const late = await reviewer.browser.submit("Undo");
    expect(late.text("main")).toContain("That decision can’t be undone any more.");
    expect(entryOf(1).moderation).toBe("APPROVED");
  });

  it("takes back nobody else’s decision, and none that its owner was told of", async () => {
    await start("Review before printing");
    await press("approve", undefined, reviewer);
    const colleague = await staffBrowser(app, "moderator", addressOf(3));
    await colleague.browser.submit("Open the entry", WHY);
    const { value: csrf } = colleague.browser.page.field("csrf");
    await colleague.browser.post(addressOf(3), { csrf, intent: "undo", entry: String(entryOf(1).id) });
    expect(entryOf(1).moderation).toBe("APPROVED");
    const next = await press("reject", "A number plate", reviewer);
    expect(next.body).not.toContain('value="undo"');
  });
});
