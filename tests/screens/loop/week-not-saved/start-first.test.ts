import { describe, expect, it } from "vitest";
import { WISH_FIRST_API, WISH_FIRST_DRAFT, WISH_FIRST_TODAY } from "~/domain/diary/loops/starting";
import { formatDay } from "~/domain/kernel/time/format-days";
import { IN_SHORT } from "~/domain/shop/order-rules/cancellation";
import { call, dataOf, tokenFor } from "../../../api/support/api-clients";
import { openApp } from "../../../support/app";
import { encodeForm } from "../../../support/visitor";
import { expectNothingBreaks } from "../../support/app-log";
import { becomeCustomer } from "../../support/customers";
import type { LoopOwner } from "../../support/loops";
import { makeStaffGift, ownLoopToBegin } from "../../support/purchases";
import { change, countOf, dayFromToday, rowOf } from "../../support/records";

const app = await openApp();
const gift = makeStaffGift();
expectNothingBreaks();

const WORDS = { highlight: "A seal!", gratitude: "Soup.", content: "It looked at us." };

/** Somebody at the form of week 1, of a year that waits for the days to cancel by the time they send it. */
async function earlyWriter(): Promise<LoopOwner> {
  const customer = await becomeCustomer(app);
  const { browser, accountId } = customer;
  await ownLoopToBegin(customer, gift);
  await browser.submit("Confirm");
  change("UPDATE loops SET title = 'Our Year' WHERE account_id = ?", accountId);
  await browser.visit("/dashboard?week=1");
  change("UPDATE orders SET start_requested_at = NULL WHERE account_id = ?", accountId);
  change(
    "UPDATE loops SET start_day = ?, delivery_day = ? WHERE account_id = ?",
    ...[dayFromToday(15), dayFromToday(393), accountId],
  );
  const { id } = rowOf("SELECT id FROM loops WHERE account_id = ?", accountId);
  return { ...customer, loopId: String(id) };
}

const stateOf = ({ accountId }: LoopOwner) =>
  rowOf(
    `SELECT start_day, start_requested_at IS NOT NULL AS asked FROM loops JOIN loop_credits ON loop_id = loops.id
     JOIN orders ON orders.id = order_id WHERE loops.account_id = ?`,
    accountId,
  );
const WAITING = { start_day: dayFromToday(15), asked: 0 };
const STARTED = { start_day: dayFromToday(0), asked: 1 };

describe("writing within the days to cancel, before the year may start", () => {
  it("keeps what was typed on the page, asks for the tick there, and one press starts the year and saves it", async () => {
    const writer = await earlyWriter();
    const { browser, loopId } = writer;
    const asked = await browser.submit("Save week 1", WORDS);
    expect([asked.status, asked.heading]).toEqual([422, "Your year hasn’t started yet"]);
    for (const words of Object.values(WORDS)) expect(asked.text("main")).toContain(words);
    expect(asked.text("main")).toContain(IN_SHORT.wish);
    expect(asked.text("main")).toContain(`your book arrives on ${formatDay(dayFromToday(378))}`);
    expect(asked.text("main")).not.toContain(WISH_FIRST_TODAY);
    const unticked = await browser.submit("Start my year today and save my words");
    expect(unticked.status).toBe(422);
    expect(unticked.text("main")).toContain(WISH_FIRST_TODAY);
    expect([stateOf(writer), countOf("drafts", "loop_id = ?", loopId)]).toEqual([WAITING, 0]);
    const started = await browser.submit("Start my year today and save my words", { startsAtOnce: true });
    expect(started.text("main")).toContain("Your draft of week 1 is saved.");
    expect(started.text("main")).toContain("Your year has started, and week 1 is open.");
    for (const [field, words] of Object.entries(WORDS)) expect(started.field(field).value).toBe(words);
    expect(stateOf(writer)).toEqual(STARTED);
  });

  it("asks for it on every other button of the week’s form too", async () => {
    const writer = await earlyWriter();
    const asked = await writer.browser.submit("Show me another question", WORDS);
    expect(asked.heading).toBe("Your year hasn’t started yet");
    expect(asked.text("main")).toContain(WORDS.content);
  });

  it("asks for it where the week is opened by its number, one press from writing", async () => {
    const { browser } = await earlyWriter();
    const page = await browser.visit("/dashboard?week=1");
    expect(page.text("main")).toContain(IN_SHORT.wish);
    const started = await browser.submit("Start my year today", { startsAtOnce: true });
    expect(started.field("content").value).toBe("");
  });

  it("gives the page that saves drafts by itself an error message", async () => {
    const { browser, loopId } = await earlyWriter();
    const csrf = browser.page.field("csrf").value ?? "";
    const { body, contentType } = encodeForm(
      Object.entries({ csrf, loop: loopId, week: "1", revision: "0.0", ...WORDS }),
    );
    const headers = { "Content-Type": contentType, "Sec-Fetch-Site": "same-origin" };
    const refused = await browser.send("/dashboard/draft", { method: "POST", body, headers });
    expect([refused.status, refused.json()]).toMatchObject([422, { error: WISH_FIRST_DRAFT }]);
  });

  it("by an API client is refused with its reason, and takes the tick with the text", async () => {
    const writer = await earlyWriter();
    const token = await tokenFor(app, writer.email);
    const send = (more: object) =>
      call(app.visitor(), "POST", `/loops/${writer.loopId}/entries`, { weekNumber: 1, ...WORDS, ...more }, { token });
    const refused = await send({});
    expect([refused.status, dataOf(refused)]).toMatchObject([422, { error: WISH_FIRST_API, code: "wish_first" }]);
    expect((await send({ startsAtOnce: false })).status).toBe(422);
    expect([stateOf(writer), countOf("drafts", "loop_id = ?", writer.loopId)]).toEqual([WAITING, 0]);
    expect((await send({ startsAtOnce: true })).status).toBe(201);
    expect([stateOf(writer), countOf("drafts", "loop_id = ?", writer.loopId)]).toEqual([STARTED, 1]);
  });

  it("with the tick sent for a year that need not wait moves nothing", async () => {
    const writer = await earlyWriter();
    change("UPDATE orders SET paid_at = paid_at - 15 * 86400000 WHERE account_id = ?", writer.accountId);
    const token = await tokenFor(app, writer.email);
    const words = { weekNumber: 1, ...WORDS, startsAtOnce: true };
    const written = await call(app.visitor(), "POST", `/loops/${writer.loopId}/entries`, words, { token });
    expect([written.status, stateOf(writer)]).toEqual([201, WAITING]);
  });
});
