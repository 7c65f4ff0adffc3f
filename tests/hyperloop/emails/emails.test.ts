import { describe, expect, it } from "vitest";
import { becomeCustomer } from "../../screens/support/customers";
import { change, countOf, rowOf } from "../../screens/support/records";
import { makeVoucher } from "../../screens/support/vouchers";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();
const LIST = "/hyperloop/emails";

let counted = 0;

/** A sent email to a customer. */
async function emailTo(given: { kind?: string; state?: string; text?: string } = {}) {
  const { kind = "refund", state = "sent", text = "Your money is on its way." } = given;
  const customer = await becomeCustomer(app);
  counted += 1;
  const id = `email-${counted}`;
  const html = `<p>${text}</p><a href="https://loop.example/x">Look</a>`;
  change(
    `INSERT INTO emails (id, kind, account_id, to_name, to_email, subject, text_body, html_body, is_transactional,
       dedupe_key, message_id, state, next_try_at, created_at)
     VALUES (?, ?, ?, 'Margaret', ?, ?, ?, ?, 1, ?, ?, ?, 1, ?)`,
    ...[id, kind, customer.accountId, customer.email, `About ${id}`, text, html, id, id, state, Date.now()],
  );
  return { id, customer };
}

describe("emails", () => {
  it("are found by address, kind and state, and nothing that is asked breaks the list", async () => {
    const { id, customer } = await emailTo({ kind: "shipped" });
    const { browser } = await staffBrowser(app, "support");
    const found = await browser.visit(`${LIST}?q=${customer.email}&kind=shipped&state=sent`);
    expect(found.body).toContain(`${LIST}/${id}`);
    expect((await browser.visit(`${LIST}?q=${customer.email}&state=dead`)).body).toContain("No emails found");
    for (const q of ["' OR 1=1 --", "%_%", '"'.repeat(200), "\u0000x", "🧵", "a".repeat(5000)]) {
      const page = await browser.visit(`${LIST}?q=${encodeURIComponent(q)}&kind=NONE&state=x&page=x`);
      expect([page.status, page.body.includes("No emails found")]).toEqual([200, true]);
    }
    expect((await browser.visit(`${LIST}/none`)).status).toBe(404);
    expect((await browser.visit(`${LIST}/none/sheet`)).status).toBe(404);
  });

  it("say that one may arrive twice because its process died, and of all that nobody knows whether they were opened", async () => {
    const [calm, again] = [await emailTo(), await emailTo()];
    change("UPDATE emails SET deaths = 1 WHERE id = ?", again.id);
    const { browser } = await staffBrowser(app, "support");
    const pages = [];
    for (const { id } of [calm, again]) pages.push((await browser.visit(`${LIST}/${id}`)).text("main"));
    expect(pages.map((page) => page.includes("so it may arrive twice."))).toEqual([false, true]);
    expect(pages.map((page) => page.includes("Whether it was opened, we don’t know"))).toEqual([true, true]);
  });

  it("say what the relay said when it took one", async () => {
    const { id } = await emailTo();
    change("UPDATE emails SET relay_reply = ? WHERE id = ?", "250 2.0.0 Ok: queued as 4fXyZ1", id);
    const { browser } = await staffBrowser(app, "support");
    expect((await browser.visit(`${LIST}/${id}`)).text("main")).toContain("250 2.0.0 Ok: queued as 4fXyZ1");
  });

  it("are shown as words and as they look, without anything that runs, loads or leads away", async () => {
    const { id } = await emailTo({ text: "Hello <script>alert(1)</script>" });
    const { browser } = await staffBrowser(app, "support");
    expect((await browser.visit(`${LIST}/${id}`)).body).toContain("Hello &lt;script&gt;");
    const sheet = await browser.send(`${LIST}/${id}/sheet`);
    expect(sheet.headers.get("content-security-policy")).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
    expect(sheet.body).not.toContain("href=");
    const refused = await (await staffBrowser(app, "marketing")).browser.send(`${LIST}/${id}/sheet`);
    expect([refused.status, refused.body.includes("You do not have permission")]).toEqual([403, true]);
  });

  it("hide what a giver wrote, from every role, and an older one that hides nothing is not shown", async () => {
    const email = "callum@example.org";
    await makeVoucher({ recipient: { name: "Callum", email, message: "For the otter.", sendOnDay: null } });
    const { sendDueGifts } = await import("~/domain/shop/vouchers/delivery.server");
    await sendDueGifts(new Date());
    const gift = String(rowOf("SELECT id FROM emails WHERE kind = 'gift' AND to_email = ?", email).id);
    const old = await emailTo({ kind: "gift", text: '<span class="msg">For the otter.</span>' });
    for (const role of ["support", "super_admin"] as const) {
      const { browser } = await staffBrowser(app, role);
      for (const path of [`${LIST}/${gift}`, `${LIST}/${gift}/sheet`, `${LIST}/${gift}.data`]) {
        const { body, status } = await browser.send(path);
        expect([path, status, body.includes("otter")]).toEqual([path, 200, false]);
        expect(body).toContain("[hidden: what the giver wrote]");
      }
      expect((await browser.send(`${LIST}/${gift}/reveal`)).body).not.toContain("otter");
      expect((await browser.visit(`${LIST}/${old.id}`)).body).not.toContain("otter");
      expect((await browser.send(`${LIST}/${old.id}/sheet`)).status).toBe(404);
    }
  });

  it("that open something are shown to nobody, and not sent again", async () => {
    const { id } = await emailTo({ kind: "password_reset", state: "waiting", text: "https://x/reset/KEY" });
    const gone = await emailTo({ kind: "verification_code", text: "" });
    const { browser } = await staffBrowser(app, "super_admin");
    for (const message of [id, gone.id]) {
      expect((await browser.visit(`${LIST}/${message}`)).body).not.toContain("reset/KEY");
      expect(browser.page.body).not.toContain(">Resend<");
      expect((await browser.send(`${LIST}/${message}/sheet`)).status).toBe(404);
    }
  });

  it("go again at most three times a day, and each time it is written down", async () => {
    const { id, customer } = await emailTo();
    const { browser, staffId } = await staffBrowser(app, "support", `${LIST}/${id}`);
    for (let time = 0; time < 3; time += 1) await browser.submit("Resend");
    expect(browser.page.body).toContain("It has been resent three times today. That’s the limit.");
    expect(countOf("emails", "resend_of = ? AND to_email = ?", id, customer.email)).toBe(3);
    const action = "action = 'emails.resend' AND object_id = ? AND staff_id = ?";
    expect(countOf("audit_events", action, id, staffId)).toBe(3);
  });

  it("can be sent again from the page of their account", async () => {
    const { id, customer } = await emailTo();
    const { browser } = await staffBrowser(app, "support", `/hyperloop/people/${customer.accountId}`);
    await browser.submit(`Send again: Email “About ${id}”, sent`);
    expect(browser.page.path).toBe(`/hyperloop/people/${customer.accountId}`);
    expect(rowOf("SELECT state FROM emails WHERE resend_of = ?", id).state).toBe("waiting");
  });
});
