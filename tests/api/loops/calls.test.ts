import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { deliveryDayOf } from "~/api/loops/calls.server";
import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import { expectNothingBreaks } from "../../screens/support/app-log";
import { MANY_SCRIPTS } from "../../screens/support/hostile-forms";
import { giveEntries, giveLoop } from "../../screens/support/loops";
import { change, countOf, dayFromToday, rowOf, rowsOf } from "../../screens/support/records";
import { openApp } from "../../support/app";
import { becomeApiClient, call, dataOf, type Program, wholeOf, withPrototypes } from "../support/api-clients";

const app = await openApp();
const [program, stranger] = [await becomeApiClient(app), await becomeApiClient(app)];
expectNothingBreaks();

const FORBIDDEN = {
  id: "chosenbyme",
  userId: "x",
  accountId: "x",
  loopId: "x",
  status: "DELIVERED",
  price: 0,
  createdAt: 1,
  contentVersion: 99,
  moderation: "APPROVED",
  version: 9,
  caughtUp: true,
  prompt: "x",
  usedCount: 1,
  isAdmin: true,
  entriesCount: 52,
  week: 9,
  startDay: "2020-01-01",
};

/** A credit to begin a loop, as a payment or a voucher gives it. Gives its id. */
function giveCredit({ customer }: Program, theme = "pet", type = "puppys-first-year"): string {
  const id = randomBytes(10).toString("hex");
  change(
    "INSERT INTO loop_credits (id, account_id, voucher_id, theme, type, created_at) VALUES (?, ?, ?, ?, ?, ?)",
    ...[id, customer.accountId, `voucher-${id}`, theme, type, Date.now()],
  );
  return id;
}

const loopFor = ({ customer }: Program, data?: Parameters<typeof giveLoop>[1]) => giveLoop(customer, data);

/** A photo of a week, as the image processor stores it. */
function givePhoto(loopId: string, week: number): string {
  const id = randomBytes(10).toString("hex");
  change(
    `INSERT INTO photos (id, loop_id, week, position, file_name, width, height, bytes, sha256, original_key,
       print_key, print_width, print_height, screen_key, thumb_key, created_at)
     VALUES (?, ?, ?, 1, 'beach.jpg', 1, 1, 1, ?, 'a', 'b', 1, 1, 'c', 'd', ?)`,
    ...[id, loopId, week, id, Date.now()],
  );
  return id;
}

type DescriptionList = Record<string, unknown>;
const entryIn = (response: Parameters<typeof dataOf>[0]) => dataOf(response).entry as DescriptionList;

describe("GET /loops", () => {
  it("tells of one’s own loops, and nothing that is ours alone", async () => {
    const one = await becomeApiClient(app);
    expect(dataOf(await one.call("GET", "/loops"))).toEqual({ success: true, loops: [] });
    const id = loopFor(one, { startedDaysAgo: 20 });
    giveEntries(id, [1, 2]);
    expect(dataOf(await one.call("GET", "/loops"))).toEqual({
      success: true,
      loops: [
        {
          id,
          title: "Our Year by the Sea",
          theme: "family",
          type: "family-adventures",
          status: "ACTIVE",
          startDate: dayFromToday(-20),
          endDate: dayFromToday(358),
          occasion: "",
          recipientName: "",
          currentWeek: 3,
          totalWeeks: 52,
          entriesCount: 2,
          _count: { entries: 2 },
          createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      ],
    });
  });
});

describe("POST /loops", () => {
  it("begins what is paid for, once, on the wanted day", async () => {
    const one = await becomeApiClient(app);
    giveCredit(one);
    const body = {
      theme: "Pet",
      type: "puppys-first-year",
      deliveryDate: dayFromToday(400),
      title: "Biscuit",
    };
    const response = await one.call("POST", "/loops", withPrototypes({ ...FORBIDDEN, ...body }));
    expect([response.status, dataOf(response).loop]).toMatchObject([
      201,
      {
        title: "Biscuit",
        theme: "pet",
        startDate: dayFromToday(22),
        endDate: dayFromToday(400),
        status: "ACTIVE",
      },
    ]);
    expect(countOf("loops", "id = 'chosenbyme' OR account_id = 'x' OR created_at = 1")).toBe(0);
    const again = await one.call("POST", "/loops", body);
    expect([again.status, dataOf(again)]).toMatchObject([
      409,
      {
        code: "nothing_to_begin",
        error: "You haven’t paid for a loop of that kind. Please buy one or redeem a voucher first.",
      },
    ]);
  });

  it("takes an empty field for one that was left out", async () => {
    const one = await becomeApiClient(app);
    giveCredit(one);
    const body = {
      theme: "",
      type: "",
      title: "",
      deliveryDate: "",
      endDate: "",
      startDate: "",
      startsAtOnce: "",
    };
    const response = await one.call("POST", "/loops", body);
    expect([response.status, dataOf(response).loop]).toMatchObject([201, { title: "", endDate: dayFromToday(378) }]);
  });

  it("names the field of a wrong day as it was sent", async () => {
    const one = await becomeApiClient(app);
    giveCredit(one);
    for (const field of ["deliveryDate", "endDate", "startDate"]) {
      const response = await one.call("POST", "/loops", { [field]: "2020-01-01" });
      expect(Object.keys(dataOf(response).fields as object)).toEqual([field]);
    }
  });

  it("begins the kind that is named", async () => {
    const one = await becomeApiClient(app);
    giveCredit(one, "family", "family-adventures");
    giveCredit(one, "pet", "puppys-first-year");
    const response = await one.call("POST", "/loops", { theme: "family" });
    expect(dataOf(response).loop).toMatchObject({ theme: "family", endDate: dayFromToday(378) });
    expect((await one.call("POST", "/loops", { theme: "family" })).status).toBe(409);
  });

  it("counts from a start where that is given", async () => {
    const one = await becomeApiClient(app);
    giveCredit(one);
    const response = await one.call("POST", "/loops", { startDate: `${dayFromToday(10)}T00:00:00.000Z` });
    expect(dataOf(response).loop).toMatchObject({ startDate: dayFromToday(10), endDate: dayFromToday(388) });
  });

  it.each([
    [{ deliveryDate: "2027-06-20T23:00:00.000Z" }, "2027-06-21"],
    [{ deliveryDate: "2027-12-20T23:00:00.000Z" }, "2027-12-20"],
    [{ deliveryDate: "2027-06-21T00:30:00+02:00" }, "2027-06-20"],
    [{ deliveryDate: "2027-06-20T23:00" }, "2027-06-20"],
    [{ startDate: "2026-06-20T23:00:00Z" }, "2027-07-04"],
  ])("%j is the day it is in London", (sent, day) => {
    expect(deliveryDayOf(sent, new Date("2026-05-20T12:00:00Z"))).toBe(day);
  });

  it.each([
    [{ deliveryDate: "2027-02-29" }, "not_a_day"],
    [{ deliveryDate: "soon" }, "not_a_day"],
    [{ deliveryDate: dayFromToday(363) }, "too_early"],
    [{ deliveryDate: "9999-12-31" }, "too_late"],
    [{ deliveryDate: 20271203 }, "invalid"],
    [{ title: " " }, "invalid"],
    [{ title: "x".repeat(81) }, "invalid"],
    [{ theme: ["pet"] }, "invalid"],
  ])("refuses %j and spends nothing", async (wrong, code) => {
    const one = await becomeApiClient(app);
    const right = giveCredit(one);
    const response = await one.call("POST", "/loops", wrong);
    expect([response.status, dataOf(response).code]).toEqual([422, code]);
    expect(rowOf("SELECT spent_at FROM loop_credits WHERE id = ?", right).spent_at).toBeNull();
  });

  it("spends nobody else’s credit", async () => {
    giveCredit(stranger);
    expect((await (await becomeApiClient(app)).call("POST", "/loops", {})).status).toBe(409);
  });
});

const WORDS = {
  title: "The heron",
  content: "It came back.",
  highlight: "Seeing it",
  gratitude: "Early mornings",
};

describe("POST /loops/{id}/entries", () => {
  it("keeps the words as a draft until there is a photo, and the entry keeps the draft’s name", async () => {
    const loopId = loopFor(program, { startedDaysAgo: 30 });
    const body = { weekNumber: 2, ...WORDS, ...FORBIDDEN };
    const response = await program.call("POST", `/loops/${loopId}/entries`, withPrototypes(body));
    const draft = entryIn(response);
    expect([response.status, draft]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[a-z0-9]{20}$/),
        loopId,
        weekNumber: 2,
        status: "draft",
        ...WORDS,
        learned: "",
        prompt: expect.stringMatching(/\w+/),
        photo: null,
        photos: [],
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        revision: "0.1",
      },
    ]);
    expect(dataOf(response).message).toBe("Please upload a photo and add a reflection");
    change("UPDATE drafts SET begun_at = begun_at - 60000 WHERE loop_id = ?", loopId);
    const begun = new Date(Date.parse(String(draft.createdAt)) - 60_000).toISOString();
    const later = await program.call("PATCH", `/entries/${draft.id}`, { learned: "To wait" });
    expect(entryIn(later)).toMatchObject({ status: "draft", createdAt: begun });
    const photo = givePhoto(loopId, 2);
    const done = await program.call("PATCH", `/entries/${draft.id}`, { learned: "Patience" });
    const origin = process.env.PUBLIC_ORIGIN;
    expect([done.status, dataOf(done).message, entryIn(done)]).toMatchObject([
      200,
      undefined,
      {
        id: draft.id,
        status: "completed",
        createdAt: begun,
        learned: "Patience",
        photo: `${origin}/photos/${photo}/screen`,
      },
    ]);
    expect(rowOf("SELECT * FROM entries WHERE id = ?", draft.id)).toMatchObject({
      loop_id: loopId,
      week: 2,
      moderation: "PENDING",
      version: 1,
      title: "The heron",
    });
    expect(countOf("drafts", "loop_id = ?", loopId)).toBe(0);
    const all = dataOf(await program.call("GET", `/loops/${loopId}/entries`)).entries;
    expect(all).toEqual([entryIn(done)]);
  });

  it("keeps every character as it was written", async () => {
    const loopId = loopFor(program);
    const response = await program.call("POST", `/loops/${loopId}/entries`, {
      weekNumber: 1,
      content: `${MANY_SCRIPTS}\r\nsecond line`,
    });
    expect(entryIn(response).content).toBe(`${MANY_SCRIPTS}\nsecond line`.normalize("NFC"));
  });

  it("saves what is too long as a draft and says so", async () => {
    const loopId = loopFor(program);
    givePhoto(loopId, 1);
    const content = "word ".repeat(501);
    const response = await program.call("POST", `/loops/${loopId}/entries`, { weekNumber: 1, content });
    expect([response.status, entryIn(response).status, dataOf(response).problems]).toMatchObject([
      201,
      "draft",
      [{ field: "content", message: expect.stringContaining("501 words") }],
    ]);
    expect(rowOf("SELECT content FROM drafts WHERE loop_id = ?", loopId).content).toBe(content);
  });

  it("writes nothing over: other words for the week are a conflict, the same words again are not", async () => {
    const loopId = loopFor(program);
    const path = `/loops/${loopId}/entries`;
    await program.call("POST", path, { weekNumber: 1, ...WORDS });
    expect((await program.call("POST", path, { weekNumber: 1, ...WORDS })).status).toBe(201);
    const other = await program.call("POST", path, { weekNumber: 1, content: "Other words" });
    expect([other.status, dataOf(other).code]).toEqual([409, "changed_meanwhile"]);
    expect(rowOf("SELECT content FROM drafts WHERE loop_id = ?", loopId).content).toBe(WORDS.content);
  });

  it.each([
    [{ weekNumber: 2 }, "That week hasn’t started yet."],
    [{ weekNumber: 0 }, "weekNumber must be a whole number from 1 to 52"],
    [{ weekNumber: 53 }, "weekNumber must be a whole number from 1 to 52"],
    [{ weekNumber: 1.5 }, "weekNumber must be a whole number from 1 to 52"],
    [{ weekNumber: 2 ** 53 }, "weekNumber must be a whole number from 1 to 52"],
    [{ weekNumber: undefined }, "weekNumber must be a whole number from 1 to 52"],
    [{ weekNumber: null }, "weekNumber must be a whole number from 1 to 52"],
    [{ weekNumber: "1" }, "weekNumber must be a number"],
    [{ weekNumber: [1] }, "weekNumber must be a number"],
    [{ content: { text: "x" } }, "content must be a text"],
    [{ title: 7 }, "title must be a text"],
  ])("refuses %j", async (wrong, sentence) => {
    const loopId = loopFor(program);
    const response = await program.call("POST", `/loops/${loopId}/entries`, {
      weekNumber: 1,
      ...WORDS,
      ...wrong,
    });
    expect([response.status, dataOf(response).error]).toEqual([422, sentence]);
    expect(countOf("drafts", "loop_id = ?", loopId)).toBe(0);
  });

  it("refuses a number too large to be one", async () => {
    const loopId = loopFor(program);
    const response = await program.call("POST", `/loops/${loopId}/entries`, '{"weekNumber":1e309}');
    expect(response.status).toBe(422);
  });

  it("changes nothing in a completed loop", async () => {
    const loopId = loopFor(program, { startedDaysAgo: 370, status: "COMPLETED" });
    giveEntries(loopId, [1]);
    const { id } = rowOf("SELECT id FROM entries WHERE loop_id = ?", loopId);
    const before = rowsOf("SELECT * FROM entries");
    const responses = [
      await program.call("POST", `/loops/${loopId}/entries`, { weekNumber: 2, ...WORDS }),
      await program.call("PATCH", `/entries/${id}`, WORDS),
    ];
    for (const response of responses) {
      expect([response.status, dataOf(response).error]).toEqual([409, "This loop is completed and can only be read."]);
    }
    expect(rowsOf("SELECT * FROM entries")).toEqual(before);
  });
});

describe("PATCH /entries/{id}", () => {
  it("leaves what is not sent, and keeps what it said before", async () => {
    const loopId = loopFor(program, { startedDaysAgo: 3 });
    giveEntries(loopId, [1]);
    givePhoto(loopId, 1);
    const { id } = rowOf("SELECT id FROM entries WHERE loop_id = ?", loopId);
    const response = await program.call("PATCH", `/entries/${id}`, { title: "A new title" });
    expect(entryIn(response)).toMatchObject({
      title: "A new title",
      content: "We wrote week 1.",
      revision: "2.0",
    });
    expect(countOf("entry_versions", "loop_id = (SELECT loop_id FROM entries WHERE id = ?)", id)).toBe(1);
  });

  it("writes over no change made meanwhile, where it says what it read", async () => {
    const loopId = loopFor(program, { startedDaysAgo: 3 });
    const made = entryIn(await program.call("POST", `/loops/${loopId}/entries`, { weekNumber: 1, ...WORDS }));
    const path = `/entries/${made.id}`;
    await program.call("PATCH", path, { content: "First", revision: made.revision });
    const late = await program.call("PATCH", path, { content: "Second", revision: made.revision });
    expect([late.status, dataOf(late).code]).toEqual([409, "changed_meanwhile"]);
    expect(entryIn(await program.call("PATCH", path, {})).content).toBe("First");
  });

  it("counts the words that it saves, and refuses more than a week can have", async () => {
    const loopId = loopFor(program, { startedDaysAgo: 3 });
    giveEntries(loopId, [1]);
    givePhoto(loopId, 1);
    const { id } = rowOf("SELECT id FROM entries WHERE loop_id = ?", loopId);
    await program.call("PATCH", `/entries/${id}`, { content: "Two words" });
    const counted = () => rowOf("SELECT answer_words, all_words FROM entries WHERE id = ?", String(id));
    expect(counted()).toEqual({ answer_words: 2, all_words: 11 });
    const refused = await program.call("PATCH", `/entries/${id}`, { content: "A.".repeat(20_000) });
    expect([refused.status, dataOf(refused).code]).toEqual([422, "too_long"]);
    expect(dataOf(refused).error).toMatch(/^That’s 40,\d+ characters, and a week can have up to 30,000\./);
    expect(counted()).toEqual({ answer_words: 2, all_words: 11 });
  });

  it("touches no column it has no field for", async () => {
    const loopId = loopFor(program, { startedDaysAgo: 3 });
    giveEntries(loopId, [1]);
    givePhoto(loopId, 1);
    const before = rowOf("SELECT * FROM entries WHERE loop_id = ?", loopId);
    await program.call("PATCH", `/entries/${before.id}`, withPrototypes(FORBIDDEN));
    expect(rowOf("SELECT * FROM entries WHERE loop_id = ?", loopId)).toEqual({
      ...before,
      updated_at: expect.any(Number),
    });
  });
});

describe("GET /books/preview", () => {
  it("counts the pages of the loop to show first, or of the one that is named", async () => {
    const one = await becomeApiClient(app);
    const first = loopFor(one, { startedDaysAgo: 30 });
    const second = loopFor(one, { title: "Second", startedDaysAgo: 30 });
    const empty = await one.call("GET", `/books/preview?loopId=${second}`);
    const weeks = Array.from({ length: 20 }, (_, index) => index + 1);
    giveEntries(second, weeks);
    const full = await one.call("GET", `/books/preview?loopId=${second}`);
    expect([empty.status, full.status]).toEqual([200, 200]);
    expect(dataOf(full).loop).toEqual({ id: second, title: "Second", entriesCount: 20 });
    expect(dataOf(empty).totalPages).toBe(BOOK_FORMAT.fewestPages);
    expect(Number(dataOf(full).totalPages)).toBeGreaterThanOrEqual(2 * weeks.length);
    expect(dataOf(await one.call("GET", "/books/preview")).loop).toMatchObject({ id: first });
  });

  it("says so if there is no loop", async () => {
    expect((await (await becomeApiClient(app)).call("GET", "/books/preview")).status).toBe(404);
  });
});

describe("what is somebody else’s", () => {
  it("gives the same response to the byte as what does not exist, and stays as it is", async () => {
    const loopId = loopFor(program, { startedDaysAgo: 30 });
    giveEntries(loopId, [1]);
    const { entry: draft } = dataOf(
      await program.call("POST", `/loops/${loopId}/entries`, { weekNumber: 2, ...WORDS }),
    ) as { entry: DescriptionList };
    const { id } = rowOf("SELECT id FROM entries WHERE loop_id = ?", loopId);
    const before = [rowsOf("SELECT * FROM entries"), rowsOf("SELECT * FROM drafts")];
    const nobodys = "nobodysnobodysnobody";
    for (const [method, theirs, none, body] of [
      ["GET", `/loops/${loopId}/entries`, `/loops/${nobodys}/entries`, undefined],
      ["POST", `/loops/${loopId}/entries`, `/loops/${nobodys}/entries`, { weekNumber: 3, ...WORDS }],
      ["POST", `/loops/${loopId}/entries`, `/loops/${nobodys}/entries`, { weekNumber: "x" }],
      ["PATCH", `/entries/${id}`, `/entries/${nobodys}`, WORDS],
      ["PATCH", `/entries/${draft.id}`, `/entries/${nobodys}`, { title: 7 }],
      ["GET", `/books/preview?loopId=${loopId}`, `/books/preview?loopId=${nobodys}`, undefined],
    ] as const) {
      const response = await stranger.call(method, theirs, body);
      expect(response.status).toBe(404);
      expect(wholeOf(response)).toBe(wholeOf(await stranger.call(method, none, body)));
      const nobody = await call(app.visitor(), method, theirs, body);
      expect(nobody.status).toBe(401);
    }
    expect([rowsOf("SELECT * FROM entries"), rowsOf("SELECT * FROM drafts")]).toEqual(before);
  });
});
