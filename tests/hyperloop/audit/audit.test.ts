import { describe, expect, it } from "vitest";
import { becomeCustomer } from "../../screens/support/customers";
import { change, countOf, dayFromToday, rowsOf } from "../../screens/support/records";
import { makeVoucher } from "../../screens/support/vouchers";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();
const LIST = "/hyperloop/audit";
/** Marks the account of a guest. */
const GUEST_PASSWORD_DIGEST =
  "$argon2id$v=19$m=19456,t=2,p=1$soHIRP4rxLdbTUBqbIv/3A$m1INfUfF27Tbfjzkvh3vq99jmWLwuVo/uWXD/TCiWO4";

describe("the audit log", () => {
  it("says who did what to what and why, found by reason, id, area, person and day", async () => {
    const { voucherId } = await makeVoucher();
    const support = await staffBrowser(app, "support");
    await support.browser.visit(`/hyperloop/vouchers/${voucherId}/cancel`);
    await support.browser.submit("Cancel Voucher", { Reason: "=1+1, lost “in” the post 100%" });
    const { browser } = await staffBrowser(app, "super_admin");
    const today = dayFromToday(0);
    for (const query of [
      ...["q=100%25", `q=${voucherId}`, "area=vouchers", `by=${support.staffId}`],
      `from=${today}&until=${today}&q=vouchers.cancel`,
    ]) {
      const page = await browser.visit(`${LIST}?${query}`);
      expect([query, page.body.includes("100%"), page.body.includes(voucherId)]).toEqual([query, true, true]);
    }
    for (const query of ["q=100_", "area=orders", "by=nobody", "until=2020-01-01"]) {
      expect((await browser.visit(`${LIST}?${query}`)).body).toContain("No activity found");
    }
  });

  it("reads as sentences with names that lead to what they are about, and is found by a customer’s name", async () => {
    const gwen = await becomeCustomer(app);
    change("UPDATE accounts SET first_name = 'Gwendolen', last_name = 'Quill' WHERE id = ?", gwen.accountId);
    const support = await staffBrowser(app, "support");
    await support.browser.visit(`/hyperloop/people/${gwen.accountId}`);
    await support.browser.submit("Save note", { "Add a note": "Rang about her parcel" });
    const { browser } = await staffBrowser(app, "super_admin");
    const page = await browser.visit(`${LIST}?q=gwendolen`);
    expect(page.text("main")).toMatch(/support \d+ left a note: Gwendolen Quill/);
    expect(page.links()).toContainEqual({
      words: "Gwendolen Quill",
      href: `/hyperloop/people/${gwen.accountId}`,
    });
  });

  it("says whose order, voucher and week an act was about, and leads to them, a guest too", async () => {
    const gwen = await becomeCustomer(app);
    change("UPDATE accounts SET first_name = 'Nerys', last_name = 'Vaughan' WHERE id = ?", gwen.accountId);
    const { voucherId } = await makeVoucher({ purchasedByAccountId: gwen.accountId });
    const support = await staffBrowser(app, "support");
    await support.browser.visit(`/hyperloop/vouchers/${voucherId}/cancel`);
    await support.browser.submit("Cancel Voucher", { Reason: "Lost in the post" });
    const { browser } = await staffBrowser(app, "super_admin");
    const page = await browser.visit(`${LIST}?q=${voucherId}`);
    expect(page.text("main")).toMatch(/support \d+ cancelled vouchers: voucher ···· \w{4} of Nerys Vaughan/);
    expect(page.links()).toContainEqual({
      words: "Nerys Vaughan",
      href: `/hyperloop/people/${gwen.accountId}`,
    });
    change(
      "UPDATE accounts SET email_verified_at = NULL, password_hash = ? WHERE id = ?",
      GUEST_PASSWORD_DIGEST,
      gwen.accountId,
    );
    expect((await browser.visit(`${LIST}?q=${voucherId}`)).links()).toContainEqual({
      words: "Nerys Vaughan",
      href: `/hyperloop/people/guest/${gwen.accountId}`,
    });
  });

  it("is shown for every query", async () => {
    const { browser } = await staffBrowser(app, "super_admin");
    for (const query of [
      "from=2027-02-31&until=soon&area=x&page=-1",
      `q=${"%25_'".repeat(2000)}`,
      "q=%00&by=%F0",
    ]) {
      expect((await browser.visit(`${LIST}?${query}`)).status).toBe(200);
    }
    expect((await browser.visit(`${LIST}?from=2027-02-31`)).body).toContain(
      "Please choose a date from the calendar",
    );
  });

  it("is a file for spreadsheets without formulas, and taking it is an audit event", async () => {
    const { browser } = await staffBrowser(app, "super_admin");
    await browser.visit(`${LIST}?area=vouchers`);
    const file = await browser.submit("Export CSV");
    expect(file.headers.get("content-type")).toContain("text/csv");
    expect(file.body).toContain(`"'=1+1, lost “in” the post 100%"`);
    expect(file.body).not.toContain("staff.sign_in");
    expect(countOf("audit_events", "action = 'audit.export' AND object_id = 'vouchers'")).toBe(1);
    expect(rowsOf("SELECT after FROM audit_events WHERE action = 'audit.export'")[0]?.after).toContain(
      '"rows":',
    );
  });
});
