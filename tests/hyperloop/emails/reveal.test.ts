import { beforeAll, describe, expect, it } from "vitest";
import type { Mail, OutgoingMessage } from "~/adapters/mail/contract";
import { anotherWindow, becomeCustomer, type Customer } from "../../screens/support/customers";
import { giveEntries, giveLoop } from "../../screens/support/loops";
import { change, countOf, rowOf, rowsOf } from "../../screens/support/records";
import { openApp } from "../../support/app";
import { wordsOf } from "../../support/html-form";
import { type StaffBrowser, staffBrowser } from "../../support/staff";

const app = await openApp();
const LIST = "/hyperloop/emails";
const WHY = "Why do you need to read it?";
const MEMORY = "Grandad swam to the buoy";
const QUESTION = "What did the consultant say";
const NOTE = "Week 2 names the neighbour’s debts";
/** Secrets of a weekly email: its sealed links, its picture and its unsubscribe link. */
const LINK = /\/(?:this-week|unsubscribe|art)\/[\w.-]/;

let owner: Customer;
let loopId: string;
let support: StaffBrowser;
let head: StaffBrowser;
let weekly: string;

const privacyOf = async (customer: Customer) =>
  (await anotherWindow(app, customer).visit("/account-settings?tab=privacy")).text("main");
const viewsOfWeek = (week: number) =>
  countOf("entry_views", "entry_id = (SELECT id FROM entries WHERE loop_id = ? AND week = ?)", loopId, week);

/** Queues the emails that are due next Sunday evening, as the scheduler does. */
async function writeWeeklyEmails() {
  const { queueDueWeeklyEmails } = await import("~/domain/diary/entries/weekly-emails.server");
  const now = new Date();
  const sunday = new Date(now.getTime() + (7 - now.getUTCDay()) * 86_400_000);
  sunday.setUTCHours(20, 0, 0, 0);
  await queueDueWeeklyEmails(sunday);
}

beforeAll(async () => {
  owner = await becomeCustomer(app);
  loopId = giveLoop(owner, { title: "A year at sea", startedDaysAgo: 30 });
  giveEntries(loopId, [1, 2]);
  change("UPDATE entries SET highlight = ? WHERE loop_id = ?", MEMORY, loopId);
  for (const week of [5, 6]) {
    change(
      "INSERT INTO chosen_prompts (id, loop_id, week, prompt, own_words, created_at) VALUES (?, ?, ?, ?, 1, 1)",
      ...[`own-question-${week}`, loopId, week, QUESTION],
    );
  }
  change("UPDATE loops SET created_at = 1 WHERE id = ?", loopId);
  await writeWeeklyEmails();
  weekly = String(rowOf("SELECT id FROM emails WHERE account_id = ? AND kind = 'weekly'", owner.accountId).id);
  support = await staffBrowser(app, "support");
  head = await staffBrowser(app, "super_admin");
});

describe("what an email quotes of somebody's own words", () => {
  it("is sealed in the table", () => {
    const row = JSON.stringify(rowOf("SELECT subject, text_body, html_body FROM emails WHERE id = ?", weekly));
    for (const words of [MEMORY, QUESTION, "/this-week/", "/art/"]) expect(row).not.toContain(words);
  });

  it("is hidden from every role, in lists, on its page, in its preview and in searches", async () => {
    for (const { browser } of [support, head]) {
      for (const path of [
        ...[LIST, `${LIST}?q=${owner.email}`, `${LIST}?q=Grandad`],
        ...[`${LIST}/${weekly}`, `${LIST}/${weekly}/sheet`, `/hyperloop/people/${owner.accountId}`],
        ...[`${LIST}.data`, `${LIST}/${weekly}.data`, `/hyperloop/people/${owner.accountId}.data`],
      ]) {
        const page = await browser.send(path);
        expect([path, page.status < 300]).toEqual([path, true]);
        for (const words of [MEMORY, QUESTION, "\u27e6", "&amp;seal=", "&seal="])
          expect([path, page.body.includes(words)]).toEqual([path, false]);
        expect([path, LINK.exec(page.body)?.[0]]).toEqual([path, undefined]);
      }
    }
    expect((await support.browser.visit(`${LIST}/${weekly}`)).text("main")).toContain("hidden");
    expect(countOf("audit_events", "action = 'emails.reveal'")).toBe(0);
  });

  it("can't be looked at by support, nor without a reason", async () => {
    expect((await support.browser.visit(`${LIST}/${weekly}`)).body).not.toContain("/reveal");
    expect((await support.browser.visit(`${LIST}/${weekly}/reveal`)).status).toBe(403);
    const form = await head.browser.visit(`${LIST}/${weekly}/reveal`);
    expect(form.body).not.toContain(MEMORY);
    const refused = await head.browser.submit("Show the words", { Reason: " " });
    expect([refused.status, refused.body.includes(MEMORY)]).toEqual([422, false]);
    expect(refused.body).toContain("Please choose why you need to read it");
    const short = await head.browser.submit("Show the words", { [WHY]: "Complaint", Reason: "Call" });
    expect(short.status).toBe(422);
    expect(short.text("main")).toContain("Please say a little more: at least 8 letters");
    expect([viewsOfWeek(1) + viewsOfWeek(2), countOf("audit_events", "action = 'emails.reveal'")]).toEqual([0, 0]);
  });

  it("is looked at for a reason, which is written down, and which its owner reads", async () => {
    await head.browser.visit(`${LIST}/${weekly}`);
    await head.browser.visit(`${LIST}/${weekly}/reveal`);
    const page = await head.browser.submit("Show the words", {
      [WHY]: "Customer asked",
      Reason: "She asked what it quoted",
    });
    expect(page.status).toBe(200);
    expect(page.text("main")).toContain(MEMORY);
    expect(page.headers.get("cache-control")).toContain("no-store");
    expect(page.body).not.toContain(QUESTION);
    expect(LINK.exec(page.body)?.[0]).toBeUndefined();
    const [record, ...others] = rowsOf("SELECT * FROM audit_events WHERE action = 'emails.reveal'");
    expect(record).toMatchObject({
      staff_id: head.staffId,
      object_type: "email",
      object_id: weekly,
      reason: "Customer asked: She asked what it quoted",
    });
    expect([others, JSON.stringify(record).includes(MEMORY)]).toEqual([[], false]);
    expect(viewsOfWeek(1) + viewsOfWeek(2)).toBe(1);
    expect(await privacyOf(owner)).toMatch(
      /A year at sea, week [12].*super_admin \d+.*In an email we sent you: Customer asked: She asked what it quoted/,
    );
    expect((await head.browser.visit(`${LIST}/${weekly}`)).body).not.toContain(MEMORY);
    await head.browser.visit("/hyperloop/audit/export");
    expect(head.browser.page.body).not.toContain(MEMORY);
  });

  it("stays hidden when it is sent again, and reaches its reader whole", async () => {
    await support.browser.visit(`${LIST}/${weekly}`);
    expect(support.browser.page.body).toContain("It’s waiting to be sent");
    const { sendDueEmails } = await import("~/domain/mail/outbox/outbox-worker.server");
    const posted: OutgoingMessage[] = [];
    const mail: Mail = {
      post: async (message) => {
        posted.push(message);
        return { ok: true };
      },
      check: async () => ({ ok: true }),
    };
    const inAWeek = () => new Date(Date.now() + 8 * 86_400_000);
    await sendDueEmails(inAWeek(), mail);
    change("UPDATE accounts SET notify_by_email = 1 WHERE id = ?", owner.accountId);
    await support.browser.visit(`${LIST}/${weekly}`);
    await support.browser.submit("Resend");
    expect(support.browser.page.body).not.toContain(MEMORY);
    const again = rowOf("SELECT * FROM emails WHERE resend_of = ?", weekly);
    expect(JSON.stringify(again)).not.toContain(MEMORY);
    const page = await support.browser.visit(`${LIST}/${again.id}`);
    expect([page.body.includes(MEMORY), page.body.includes(QUESTION)]).toEqual([false, false]);
    // Before its week is over, and once it can't be taken back any more.
    await sendDueEmails(new Date(Date.now() + 900_000), mail);
    const weeklies = posted.filter(({ subject }) => subject === QUESTION);
    expect(weeklies).toHaveLength(2);
    for (const { text, html } of weeklies) {
      for (const part of [text, html]) {
        expect(part).toContain(MEMORY);
        expect(part).toMatch(/\/this-week\//);
        expect(part).not.toContain("\u27e6");
      }
      expect(html).toMatch(/\/art\/family\/[\w.]+\?due=\d+&amp;start=sewn&amp;seal=/);
    }
    // To an address its owner has replaced, no private text is sent again.
    change("UPDATE accounts SET email = ? WHERE id = ?", `new.${owner.email}`, owner.accountId);
    await support.browser.visit(`${LIST}/${weekly}`);
    expect(support.browser.page.body).toContain("email address has changed");
    expect(support.browser.page.body).not.toContain(">Resend<");
    change("UPDATE accounts SET email = ? WHERE id = ?", owner.email, owner.accountId);
  });

  it("is in the copy of everything that its owner takes", async () => {
    const { readAccount } = await import("~/domain/privacy/exports/account-record.server");
    const emails = readAccount(owner.accountId)?.lists.emails ?? [];
    expect(emails.map(({ subject }) => subject)).toContain(QUESTION);
  });
});

describe("what a moderator wrote about somebody's week", () => {
  it("is hidden as the week's own words are, and reaches its owner", async () => {
    const { browser } = await staffBrowser(app, "moderator");
    const { id } = rowOf("SELECT id FROM entries WHERE loop_id = ? AND week = 2", loopId);
    await browser.visit(`/hyperloop/moderation/${id}`);
    await browser.submit("Open the entry", { Reason: "Review before printing" });
    await browser.submit(wordsOf(browser.page.find("button[value=reject]")), { Note: NOTE });
    const message = rowOf("SELECT * FROM emails WHERE kind = 'entry_rejected'");
    expect(JSON.stringify(message)).not.toContain("debts");
    const path = `${LIST}/${message.id}`;
    for (const page of [path, `${path}/sheet`]) {
      expect((await support.browser.send(page)).body).not.toContain("debts");
    }
    const before = viewsOfWeek(2);
    await head.browser.visit(`${path}/reveal`);
    await head.browser.submit("Show the words", { [WHY]: "Complaint", Reason: "He complained" });
    expect(head.browser.page.text("main")).toContain("debts");
    expect(viewsOfWeek(2)).toBe(before + 1);
  });
});

describe("the line of an email on its owner's page", () => {
  it("says that words are sealed, and asks why in place", async () => {
    const path = `/hyperloop/people/${owner.accountId}`;
    const seen = await support.browser.visit(path);
    expect(seen.text("main")).toContain("It quotes their own words, so we’ve hidden those");
    expect(seen.body).not.toContain("/reveal");
    const page = await head.browser.visit(path);
    expect(page.text("main")).toContain("Their owner can see your name, the time and this reason.");
    const before = viewsOfWeek(1) + viewsOfWeek(2);
    const read = await head.browser.submit("Show the words", {
      [WHY]: "Possible abuse",
      Reason: "Reported by a neighbour",
    });
    expect(read.text("main")).toMatch(/Grandad|debts/);
    expect(viewsOfWeek(1) + viewsOfWeek(2)).toBe(before + 1);
  });
});

describe("an email from before quoted words were sealed", () => {
  it("is not shown at all, and can't be looked at", async () => {
    for (const [id, kind, text] of [
      ["old-weekly", "weekly", `Week 9\n\nFrom week 3:\n“${MEMORY}”\n\nhttps://x/this-week/abc.3.seal`],
      ["old-rejected", "entry_rejected", `Our moderator’s note: ${NOTE}`],
    ]) {
      change(
        `INSERT INTO emails (id, kind, account_id, to_name, to_email, subject, text_body, html_body, dedupe_key,
           message_id, state, next_try_at, created_at)
         VALUES (?, ?, ?, 'Margaret', ?, ?, ?, ?, ?, ?, 'sent', 1, ?)`,
        ...[id, kind, owner.accountId, owner.email, kind === "weekly" ? QUESTION : "About a week"],
        ...[text, `<p>${text}</p>`, id, id, Date.now()],
      );
      for (const { browser } of [support, head]) {
        for (const path of [`${LIST}/${id}`, LIST, `/hyperloop/people/${owner.accountId}`]) {
          const page = await browser.send(path);
          for (const words of [MEMORY, "debts", QUESTION, "abc.3.seal"])
            expect([path, page.body.includes(words)]).toEqual([path, false]);
        }
        expect((await browser.send(`${LIST}/${id}/sheet`)).status).toBe(404);
      }
      await head.browser.visit(`${LIST}/${id}/reveal`);
      expect(head.browser.page.body).not.toContain("Show the words");
    }
  });
});
