import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { approvalLimitRequests, settings } from "#db/schema";
import { change, rowOf } from "../../screens/support/records";
import { bookInLine } from "../../screens/support/shipments";
import { openApp } from "../../support/app";
import { person } from "../../support/people";
import { ordered } from "../../support/shop";
import { staffBrowser } from "../../support/staff";

const app = await openApp();
const SETTINGS = "/hyperloop/settings";

beforeEach(() => {
  db.delete(approvalLimitRequests).run();
  db.delete(settings).run();
});

const two = async () => ({
  joan: await staffBrowser(app, "super_admin"),
  ruth: await staffBrowser(app, "super_admin"),
});

/** Joan asks for other limits of marketing. */
async function asked() {
  const both = await two();
  const { browser } = both.joan;
  await browser.visit(`${SETTINGS}/limits/marketing`);
  await browser.submit("Ask for approval", {
    ...{ "In 24 hours": "2000", "To one person in that time": "£300", Reason: "The autumn fair" },
  });
  const request = `${SETTINGS}/limits/requests/${rowOf("SELECT id FROM exposure_requests").id}`;
  return { ...both, request };
}

describe("the limits of one person", () => {
  it("change once a second super admin approves, on every page that names them", async () => {
    const { joan, ruth, request } = await asked();
    expect(joan.browser.page.text("main")).toContain(
      "Asked for. Nothing changes until another super admin approves it.",
    );
    expect(joan.browser.page.text("main")).toContain("Marketing £1,000.00, £250.00 to one person");
    const inbox = (await ruth.browser.visit("/hyperloop/inbox")).text("main");
    expect(inbox).toContain("New limits for Marketing: £2,000.00, £300.00 to one person");
    expect((await ruth.browser.visit(request)).text("main")).toContain("Why The autumn fair");
    await ruth.browser.submit("Approve the change");
    expect(ruth.browser.page.text("main")).toContain("Approved. The limits apply from now on.");
    expect(ruth.browser.page.text("main")).toContain("Marketing £2,000.00, £300.00 to one person");
    expect(ruth.browser.page.text("main")).toContain("Customer support £1,000.00, £250.00 to one person");
    const hal = await staffBrowser(app, "marketing");
    const form = (await hal.browser.visit("/hyperloop/vouchers/generate")).text("main");
    expect(form).toContain("In 24 hours you can give away £2,000.00 on your own, and £300.00 to one email address.");
  });

  it("that are agreed on are named where somebody refunds or prints again", async () => {
    const support = JSON.stringify({ support: { dayPence: 60_00, recipientPence: 50_00 } });
    db.insert(settings).values({ key: "exposure", value: support, updatedAt: new Date() }).run();
    const { browser } = await staffBrowser(app, "support");
    const book = await bookInLine(app);
    change("UPDATE shipments SET state = 'delivered' WHERE id = ?", book.id);
    change("UPDATE loops SET status = 'DELIVERED' WHERE id = ?", book.loopId);
    const reprint = await browser.visit(`/hyperloop/print-queue/${book.id}/reprint`);
    expect(reprint.text("main")).toContain(
      "It takes you over the £60.00 that you can give away on your own in 24 hours",
    );
    const order = ordered(person("Jean"));
    change("UPDATE orders SET status = 'PAID', paid_at = ? WHERE id = ?", Date.now(), order.id);
    const refund = await browser.visit(`/hyperloop/orders/${order.id}/refund`);
    expect(refund.text("main")).toContain(
      "anything that takes you over £60.00 in 24 hours, or over £50.00 to one email address",
    );
  });

  it("are not approved by the one who asked, who can withdraw the request for a reason", async () => {
    const { joan, request } = await asked();
    const page = await joan.browser.visit(request);
    expect(page.text("main")).toContain("You asked for this, so somebody else must decide.");
    expect(page.text("main")).not.toContain("Approve the change");
    const unsaid = await joan.browser.submit("Withdraw the request", { Reason: "" });
    expect([unsaid.status, unsaid.body.includes("Please say why")]).toEqual([422, true]);
    await joan.browser.submit("Withdraw the request", { Reason: "A slip" });
    expect(joan.browser.page.text("main")).toContain("Withdrawn. The limits stay as they are.");
    expect((await joan.browser.visit(request)).text("main")).toContain("Withdrawn");
  });

  it("stay when the second one declines", async () => {
    const { ruth, request } = await asked();
    await ruth.browser.visit(request);
    await ruth.browser.submit("Decline the change", { Reason: "Too much" });
    expect(ruth.browser.page.text("main")).toContain("Declined. The limits stay as they are.");
    const audit = (await ruth.browser.visit("/hyperloop/audit?area=settings")).text("main");
    expect(audit).toContain("declined a change of what one person may give away");
    expect(ruth.browser.page.links()).toContainEqual({
      ...{ words: "Marketing", href: `${SETTINGS}/limits/marketing` },
    });
    const page = (await ruth.browser.visit(request)).text("main");
    expect(page).toMatch(/super_admin \d+ declined a change of what one person may give away/);
    expect(page).toContain("Reason given Too much");
    expect((await ruth.browser.visit(SETTINGS)).text("main")).toContain("Marketing £1,000.00, £250.00 to one person");
  });

  it.each([
    [{ "In 24 hours": "5001" }, "Please enter whole pounds from £0.00 to £5,000.00"],
    [{ "In 24 hours": "10.50" }, "Please enter whole pounds from £0.00 to £5,000.00"],
    [{ "To one person in that time": "none" }, "Please enter whole pounds from £0.00 to £5,000.00"],
    [{ "In 24 hours": "1000" }, "These are the limits already"],
    [{ Reason: "" }, "Please say why"],
  ])("are not asked for with %j, and what was typed stays", async (wrong, sentence) => {
    const { browser } = await staffBrowser(app, "super_admin", `${SETTINGS}/limits/production`);
    const typed = { "In 24 hours": "900", Reason: "A quiet month", ...wrong };
    const page = await browser.submit("Ask for approval", typed);
    expect([page.status, page.body.includes(sentence)]).toEqual([422, true]);
    for (const value of Object.values(typed)) expect(page.body).toContain(`value="${value}"`);
  });

  it("cannot be asked for twice at once, nor for a role that gives nothing", async () => {
    const { ruth } = await asked();
    await ruth.browser.visit(`${SETTINGS}/limits/marketing`);
    const page = await ruth.browser.submit("Ask for approval", { "In 24 hours": "1", Reason: "Mine" });
    expect([page.status, page.body.includes("Somebody has asked for other limits already")]).toEqual([422, true]);
    for (const role of ["moderator", "analyst", "nobody", "__proto__"])
      expect((await ruth.browser.visit(`${SETTINGS}/limits/${role}`)).status).toBe(404);
  });
});
