import { beforeEach, describe, expect, it } from "vitest";
import { anotherWindow, becomeCustomer, type Customer } from "../../screens/support/customers";
import { giveEntries, giveLoop } from "../../screens/support/loops";
import { change, countOf, rowOf } from "../../screens/support/records";
import { openApp } from "../../support/app";
import { type StaffBrowser, staffBrowser } from "../../support/staff";

const app = await openApp();
const { countAttempt } = await import("~/domain/kernel/limits/limits.server");
const { foundBySearch } = await import("~/domain/backoffice/moderation/word-search.server");
const LIST = "/hyperloop/moderation";
const PATH = `${LIST}/words`;
const WHY = { "Why do you need to read it?": "Complaint", Reason: "A neighbour rang us" };

let owner: Customer;
let loopId: string;
let moderator: StaffBrowser;

/** A moderator who has not searched today, and a year; each test searches for a bird of its own. */
beforeEach(async () => {
  owner = await becomeCustomer(app);
  loopId = giveLoop(owner, { startedDaysAgo: 65 });
  giveEntries(loopId, [1, 2, 3]);
  moderator = await staffBrowser(app, "moderator");
});

const idOf = (week: number) => String(rowOf("SELECT id FROM entries WHERE loop_id = ? AND week = ?", loopId, week).id);
const write = (week: number, words: string, column = "content") =>
  change(`UPDATE entries SET ${column} = ? WHERE id = ?`, words, idOf(week));
const looksAt = (week: number) => countOf("entry_views", "entry_id = ?", idOf(week));
const searchesOf = ({ staffId }: StaffBrowser) =>
  countOf("audit_events", "action = 'entries.search' AND staff_id = ?", staffId);
const lastSearch = () =>
  rowOf("SELECT * FROM audit_events WHERE action = 'entries.search' ORDER BY sequence DESC LIMIT 1");

async function search(Words: string, { browser } = moderator) {
  await browser.visit(PATH);
  return await browser.submit("Search in words", { Words, ...WHY });
}

describe("a search in words", () => {
  it("finds the weeks with these words, says whose they are, and nothing else of them", async () => {
    write(1, "The heron took Grandad’s sandwich.");
    write(2, "heronry and sandwiches");
    const page = await search("HERON took");
    expect(page.text("main")).toContain("1 entry found");
    expect(page.links().filter(({ href }) => href === `${LIST}/${idOf(1)}`)).toHaveLength(1);
    expect(page.text("main")).toContain("Family Adventures, week 1");
    for (const words of ["sandwich", "Grandad", idOf(2)]) expect(page.body).not.toContain(words);
    const opened = await moderator.browser.visit(`${LIST}/${idOf(1)}`);
    expect(opened.body).toContain("Open the entry");
    expect(opened.body).not.toContain("sandwich");
  });

  it.each([
    ["title", "highlight", "pintail"],
    ["gratitude", "learned", "shoveler"],
  ])("reads the %s and the %s of a week", async (one, other, bird) => {
    write(1, bird, one);
    write(2, `the ${bird}`, other);
    expect((await search(bird)).text("main")).toContain("2 entries found");
  });

  it("reads captions and questions of their own, and no question of ours", async () => {
    change("UPDATE entries SET prompt = 'Which kingfisher' WHERE id = ?", idOf(3));
    change(
      "INSERT INTO chosen_prompts (id, loop_id, week, prompt, own_words, created_at) VALUES (?, ?, 2, 'Which kingfisher', 1, 1)",
      ...[`own-${loopId}`, loopId],
    );
    change(
      `INSERT INTO photos (id, loop_id, week, position, file_name, caption, width, height, bytes, sha256, original_key,
         print_key, print_width, print_height, screen_key, thumb_key, created_at)
       VALUES (?, ?, 1, 1, 'a.jpg', 'A kingfisher', 1, 1, 1, '', ?, '', 1, 1, '', '', 1)`,
      ...[`photo-${loopId}`, loopId, loopId],
    );
    const page = await search("kingfisher");
    expect(page.text("main")).toContain("2 entries found");
    expect(page.body).not.toContain(idOf(3));
  });

  it("counts as a look into each entry found, which its owner reads, and into no other", async () => {
    const other = await becomeCustomer(app);
    const theirs = giveLoop(other, { startedDaysAgo: 65 });
    giveEntries(theirs, [4]);
    change("UPDATE entries SET content = 'The bittern booms' WHERE loop_id = ?", theirs);
    write(1, "A bittern");
    await search("bittern");
    expect([looksAt(1), looksAt(2)]).toEqual([1, 0]);
    for (const customer of [owner, other]) {
      const privacy = await anotherWindow(app, customer).visit("/account-settings?tab=privacy");
      expect(privacy.text("main")).toContain("In a search for words: Complaint: A neighbour rang us");
    }
  });

  it("is in the audit with its reason and what it found, also if that is nothing, and without the words", async () => {
    write(1, "An osprey");
    await search("osprey");
    expect(lastSearch()).toMatchObject({
      ...{ staff_id: moderator.staffId, reason: "Complaint: A neighbour rang us" },
      after: JSON.stringify({ found: 1, isMore: false, entryIds: [idOf(1)] }),
    });
    expect((await search("ospreys nesting")).text("main")).toContain("Nothing found");
    expect(lastSearch().after).toBe(JSON.stringify({ found: 0, isMore: false, entryIds: [] }));
    expect(searchesOf(moderator)).toBe(2);
    expect(JSON.stringify(lastSearch())).not.toContain("osprey");
  });

  it("leaves no words in an address, and reading what it found again searches nothing", async () => {
    write(1, "A curlew");
    const page = await search("curlew");
    expect(page.path).toMatch(/^\/hyperloop\/moderation\/words\?search=\d+$/);
    expect(page.headers.get("cache-control")).toContain("no-store");
    await moderator.browser.visit(`${LIST}/${idOf(1)}`);
    expect((await moderator.browser.visit(page.path)).text("main")).toContain("1 entry found");
    expect([looksAt(1), searchesOf(moderator)]).toEqual([1, 1]);
    const asked = await moderator.browser.visit(`${PATH}?words=curlew&why=Complaint&reason=As+we+were+asked`);
    expect([asked.body.includes(idOf(1)), searchesOf(moderator)]).toEqual([false, 1]);
  });

  it("shows what it found to who searched, for an hour", async () => {
    write(1, "A dunlin");
    const { path } = await search("dunlin");
    const colleague = await staffBrowser(app, "moderator");
    expect((await colleague.browser.visit(path)).body).not.toContain(idOf(1));
    for (const odd of ["0", "-1", "1e3", "x", "99999999999999999999"])
      expect((await colleague.browser.visit(`${PATH}?search=${odd}`)).status).toBe(200);
    const foundLater = (minutes: number) =>
      foundBySearch(Number(lastSearch().sequence), moderator.staffId, new Date(Date.now() + minutes * 60_000));
    expect([foundLater(59)?.rows.length, foundLater(61)]).toEqual([1, undefined]);
  });

  it("takes a reason and enough letters, and keeps what was typed", async () => {
    write(1, "An egret");
    await moderator.browser.visit(PATH);
    const without = await moderator.browser.submit("Search in words", { Words: "egret" });
    expect([without.status, without.field("Words").value]).toEqual([422, "egret"]);
    expect(without.text("main")).toContain("Please choose why you need to read it");
    const short = await moderator.browser.submit("Search in words", { Words: "egr", ...WHY });
    expect([short.status, short.field("Reason").value]).toEqual([422, WHY.Reason]);
    expect(short.text("main")).toContain("at least 4 letters or figures");
    expect([looksAt(1), searchesOf(moderator)]).toEqual([0, 0]);
  });

  it("is refused the seventh time in an hour, to each moderator alone", async () => {
    write(1, "A gannet");
    for (let time = 0; time < 6; time += 1) await search("gannet");
    const refused = await search("gannet");
    expect([refused.status, refused.field("Words").value]).toEqual([422, "gannet"]);
    expect(refused.text("main")).toContain("You can search six times an hour and 20 times a day");
    expect([looksAt(1), searchesOf(moderator)]).toEqual([6, 6]);
    const colleague = await staffBrowser(app, "moderator");
    expect((await search("gannet", colleague)).text("main")).toContain("1 entry found");
  });

  it("is refused the twenty-first time in a day", async () => {
    for (let time = 0; time < 20; time += 1)
      countAttempt("word_searches_day", moderator.staffId, new Date(Date.now() - 7_200_000));
    expect((await search("gannet")).status).toBe(422);
    expect(searchesOf(moderator)).toBe(0);
  });

  it("shows fifty entries at most, looks into no more, and says that there are more", async () => {
    const year = giveLoop(owner, { startedDaysAgo: 365 });
    giveEntries(
      year,
      Array.from({ length: 51 }, (_, place) => place + 1),
    );
    change("UPDATE entries SET content = 'Another wigeon' WHERE loop_id = ?", year);
    const page = await search("wigeon");
    expect(page.text("main")).toContain("50 entries found");
    expect(page.text("main")).toContain("These are the newest 50");
    expect(countOf("entry_views", "entry_id IN (SELECT id FROM entries WHERE loop_id = ?)", year)).toBe(50);
  });

  it("leaves the reason of what is open as it was given", async () => {
    write(1, "A plover");
    change("UPDATE entries SET moderation = 'APPROVED' WHERE loop_id <> ?", loopId);
    await moderator.browser.visit(`${LIST}/${idOf(1)}`);
    await moderator.browser.submit("Open the entry", { Reason: "Review before printing", Details: "" });
    await search("plover");
    const page = await moderator.browser.visit(`${LIST}/${idOf(1)}`);
    expect(page.text(".review-acts")).toMatch(/Opened for\s*Review before printing/);
  });

  it("is offered to moderators", async () => {
    const page = await moderator.browser.visit(LIST);
    expect(page.links().some(({ href, words }) => href === PATH && words === "Search in words")).toBe(true);
    for (const role of ["support", "marketing", "production", "analyst"] as const)
      expect((await (await staffBrowser(app, role)).browser.visit(PATH)).status).toBe(403);
  });
});
