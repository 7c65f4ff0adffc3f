import { describe, expect, it } from "vitest";
import { hashEmail } from "~/domain/people/accounts/email-hash.server";
import { saveGuest } from "~/domain/people/accounts/guests.server";
import { becomeCustomer } from "../../screens/support/customers";
import { giveGift } from "../../screens/support/gifts";
import { change, countOf, emailsTo } from "../../screens/support/records";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();

describe("the page of a person", () => {
  it("shows all that happened, and each kind in a tab of its own", async () => {
    const customer = await becomeCustomer(app);
    giveGift(customer);
    const { browser } = await staffBrowser(app, "support");
    const path = `/hyperloop/people/${customer.accountId}`;
    const page = await browser.visit(path);
    expect(page.text(".tabs").replace(/\s+/g, " ")).toMatch(/Everything ?4 ?Money ?1 ?Emails ?1 ?Sign-ins ?2/);
    const money = await browser.visit(`${path}?show=money`);
    expect([money.text("#timeline").includes("Paid £69.99"), money.text("#timeline").includes("Signed in")]).toEqual([
      true,
      false,
    ]);
  });

  it("leads to earlier lines where there are many", async () => {
    const customer = await becomeCustomer(app);
    for (let one = 0; one < 70; one += 1) {
      change(
        "INSERT INTO sessions (key_hash, id, account_id, created_at, seen_at, expires_at) VALUES (?, ?, ?, ?, 1, 9e12)",
        ...[`${customer.accountId}-${one}`, `s-${customer.accountId}-${one}`, customer.accountId, 1000 + one],
      );
    }
    const { browser } = await staffBrowser(app, "support");
    const page = await browser.visit(`/hyperloop/people/${customer.accountId}?show=sign-ins`);
    expect(page.root.querySelectorAll(".timeline-lines li")).toHaveLength(60);
    const more = page.root.querySelectorAll("#timeline a").find(({ text }) => text.startsWith("Show 12 earlier"));
    const whole = await browser.visit(more?.getAttribute("href") ?? "");
    expect(whole.root.querySelectorAll(".timeline-lines li")).toHaveLength(72);
  });

  it.each([
    ["bounced", "came back on 20 November 2026"],
    ["complained", "was reported as spam on 20 November 2026"],
  ])("says that an email to them %s", async (reason, words) => {
    const { email, accountId } = await becomeCustomer(app);
    const { browser } = await staffBrowser(app, "support");
    const path = `/hyperloop/people/${accountId}`;
    expect((await browser.visit(path)).text("main")).not.toContain("An email to");
    const at = Date.parse("2026-11-20T10:00:00Z");
    change("INSERT INTO suppressions VALUES (?, ?, ?)", hashEmail(email), reason, at);
    expect((await browser.visit(path)).text("main")).toContain(`An email to ${email} ${words}.`);
  });

  it("lets support have emails sent there again, who say why, and says so no more", async () => {
    const { email, accountId } = await becomeCustomer(app);
    const path = `/hyperloop/people/${accountId}`;
    const { browser } = await staffBrowser(app, "support");
    expect((await browser.visit(`${path}/emails-again`)).status).toBe(404);
    change("INSERT INTO suppressions VALUES (?, 'bounced', 1)", hashEmail(email));
    const page = await browser.visit(path);
    expect(page.links()).toContainEqual({ words: "Let them go there again", href: `${path}/emails-again` });
    await browser.visit(`${path}/emails-again`);
    const done = await browser.submit("Let them go there", { Reason: "Rang: it works again" });
    expect(done.text("main")).toContain("They get all our emails from now on");
    expect(done.text("main")).not.toContain("An email to");
    expect(countOf("audit_events", "action = 'accounts.emails_again' AND object_id = ?", accountId)).toBe(1);
    expect(emailsTo(email).at(-1)?.kind).toBe("account_corrected");
  });

  it("of a guest has an address that says nothing of them", async () => {
    const words = { email: "aled.page@example.org", firstName: "Aled", lastName: "Pritchard" };
    const guestId = saveGuest({ guestId: undefined, basketKey: "basket-of-aled" }, words, new Date());
    const { browser } = await staffBrowser(app, "support");
    const page = await browser.visit(`/hyperloop/people/guest/${guestId}`);
    expect([page.text("h1"), page.text(".person-badges")]).toEqual(["Aled Pritchard", "Guest"]);
    for (const path of [`/hyperloop/people/${guestId}`, `/hyperloop/people/guest/nobody`])
      expect((await browser.visit(path)).status).toBe(404);
  });
});
