import { describe, expect, it } from "vitest";
import { expectNothingBreaks } from "../screens/support/app-log";
import { countOf, rowsOf } from "../screens/support/records";
import { openApp, restartApp } from "../support/app";

/** The webhook of the mail provider: off until one is set, and trusted only with what proves it. */

const off = await openApp();
const CREDENTIALS = "postmark:a-password-of-twenty-five";
const app = await restartApp({ MAIL_WEBHOOK: "postmark", MAIL_WEBHOOK_SECRET: CREDENTIALS });
expectNothingBreaks();

const ADDRESS = "margaret@demo.loop.example";

const bounce = (change: Record<string, unknown> = {}) =>
  JSON.stringify({
    ...{ RecordType: "Bounce", Type: "HardBounce", Email: ADDRESS, Details: "550 5.1.1 No such user" },
    ...{ BouncedAt: new Date().toISOString(), ...change },
  });

async function tell(body: string, { by = app, to = "postmark", credentials = CREDENTIALS } = {}) {
  return await by.visitor().send(`/webhooks/mail/${to}`, {
    method: "POST",
    body,
    headers: {
      "Content-Type": "application/json",
      Accept: "*/*",
      ...(credentials && { Authorization: `Basic ${Buffer.from(credentials).toString("base64")}` }),
    },
  });
}

const suppressed = () => countOf("suppressions");

describe("the address of the mail provider’s messages", () => {
  it("is not there where none is set, nor that of another one", async () => {
    expect((await tell(bounce(), { by: off })).status).toBe(404);
    for (const to of ["ses", "mailgun", "sendgrid", "Postmark", "null"])
      expect((await tell(bounce(), { to })).status, to).toBe(404);
    expect((await off.visitor().send("/webhooks/mail/postmark")).status).toBe(404);
    expect((await app.visitor().send("/webhooks/mail/postmark")).status).toBe(405);
  });

  it("believes nobody without the password, and stores nothing of theirs", async () => {
    const before = suppressed();
    for (const credentials of ["", "postmark:another", `${CREDENTIALS}1`])
      expect((await tell(bounce(), { credentials })).status, credentials).toBe(401);
    expect(suppressed()).toBe(before);
  });

  it("takes what is about strangers, or nothing that we know, and stores nothing of it", async () => {
    const before = suppressed();
    for (const body of [bounce({ Email: "stranger@example.org" }), bounce({ RecordType: "Opened" })])
      expect((await tell(body)).status).toBe(200);
    expect(suppressed()).toBe(before);
  });

  it("refuses what it can’t read, and what is too long, without reading it to its end", async () => {
    const odd = ["", "{", "null", "[]", "[".repeat(20_000), bounce({ Email: 7 }), bounce({ BouncedAt: "yesterday" })];
    for (const body of odd) expect((await tell(body)).status, body.slice(0, 40)).toBe(400);
    expect((await tell(bounce({ Content: "a".repeat(1_100_000) }))).status).toBe(413);
  });

  it("marks the email that came back once, however often it is told", async () => {
    const now = Date.now();
    rowsOf(
      `INSERT INTO emails (id, kind, to_name, to_email, subject, text_body, html_body, dedupe_key, message_id, state,
         tries, first_tried_at, next_try_at, sent_at, created_at)
       VALUES ('returned', 'refund', 'Margaret', '${ADDRESS}', 's', 't', 'h', 'returned', 'returned', 'sent',
         1, ${now}, ${now}, ${now}, ${now}) RETURNING id`,
    );
    const before = suppressed();
    const responses = await Promise.all(Array.from({ length: 10 }, () => tell(bounce())));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const [row] = rowsOf("SELECT state, failure FROM emails WHERE id = 'returned'");
    expect(row).toEqual({ state: "dead", failure: "Came back: 550 5.1.1 No such user" });
    expect(suppressed()).toBe(before + 1);
  });

  it("takes no more from one client in a minute than a page does", async () => {
    const visitor = app.visitor();
    const ask = () => visitor.send("/webhooks/mail/postmark", { method: "POST", body: "{}" });
    for (let count = 0; count < 300; count += 1) await ask();
    const refused = await ask();
    expect(refused.status).toBe(429);
  });
});
