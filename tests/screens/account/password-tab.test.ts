import { describe, expect, it } from "vitest";
import { openApp } from "../../support/app";
import type { Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
import { becomeCustomer, signIn } from "../support/customers";
import { expectClearResponses } from "../support/hostile-forms";
import { countOf, emailsTo, rowsOf } from "../support/records";
import { PASSWORD } from "../support/registrations";

const app = await openApp();
expectNothingBreaks();

const SETTINGS = "/account-settings";
const FOUR_CLASSES = "Password must contain uppercase, lowercase, number, and special character";

const NEW_PASSWORD = "Four-limes-88";

async function choosePassword(browser: Visitor, current: string, wanted: string, again = wanted) {
  await browser.visit(`${SETTINGS}?tab=password`);
  return await browser.submit("Change Password", {
    "Current password": current,
    "New password": wanted,
    "Confirm new password": again,
  });
}

describe("the Password tab", () => {
  it("sets a new password: every other browser is out, this one goes on with a new key", async () => {
    const { browser, email, accountId } = await becomeCustomer(app);
    const others = [app.visitor(), app.visitor()];
    for (const other of others) await signIn(other, email);
    const stolen = app.visitor();
    const oldKey = browser.cookies.get("loop_session") ?? "";
    stolen.cookies.plant("loop_session", oldKey);
    expect((await stolen.visit(SETTINGS)).heading).toBe("Account settings");
    const before = rowsOf("SELECT id FROM sessions WHERE account_id = ?", accountId);
    expect(before).toHaveLength(3);

    const page = await choosePassword(browser, PASSWORD, NEW_PASSWORD);
    expect(page.redirects).toEqual([{ status: 303, location: `${SETTINGS}?tab=password` }]);
    expect([page.heading, page.title]).toEqual(["Account settings", "Password – Account settings – Loop"]);
    expect(page.text("main")).toContain("Your password has been changed.");
    expect(browser.cookies.get("loop_session")).not.toBe(oldKey);
    for (const other of [...others, stolen]) {
      for (const place of [SETTINGS, `${SETTINGS}?tab=password`, "/account-settings/email", "/book"]) {
        expect((await other.visit(place, { follow: false })).location).toBe("/auth");
        const [path = "", query = ""] = place.split("?");
        const asData = await other.send(`${path}.data${query && `?${query}`}`);
        expect(asData.body).not.toContain(email);
      }
      expect((await other.visit("/dashboard")).heading).toBe("Please log in to view your dashboard");
    }
    const after = rowsOf("SELECT id FROM sessions WHERE account_id = ?", accountId);
    expect(after).toHaveLength(1);
    expect(before).not.toContainEqual(after[0]);
    expect((await signIn(app.visitor(), email)).status).toBe(422);
    expect((await signIn(app.visitor(), email, NEW_PASSWORD)).path).toBe("/dashboard");
    expect(emailsTo(email).map(({ kind }) => kind)).toEqual(["verification_code", "password_changed"]);
  });

  it.each([
    ["nothing", "", "", "", ["Current password is required", "New password must be at least 8 characters long"]],
    ["too few characters", PASSWORD, "Short-7", "Short-7", ["New password must be at least 8 characters long"]],
    [
      "too many",
      PASSWORD,
      `Aa1!${"x".repeat(125)}`,
      "",
      ["New password must be 128 characters or less", "New passwords do not match"],
    ],
    ["another one the second time", PASSWORD, NEW_PASSWORD, "Four-limes-89", ["New passwords do not match"]],
    ["no uppercase letter", PASSWORD, "four-limes-88", "four-limes-88", [FOUR_CLASSES]],
    ["no lowercase letter", PASSWORD, "FOUR-LIMES-88", "FOUR-LIMES-88", [FOUR_CLASSES]],
    ["no number", PASSWORD, "Four-limes-xx", "Four-limes-xx", [FOUR_CLASSES]],
    ["no special character", PASSWORD, "Fourlimes88", "Fourlimes88", [FOUR_CLASSES]],
    [
      "one of the first anybody tries",
      PASSWORD,
      "Password1!",
      "Password1!",
      ["That password is too easy to guess. Please choose another"],
    ],
    ["a wrong current one", "Three-lemons-8", NEW_PASSWORD, NEW_PASSWORD, ["That isn’t your current password"]],
  ])("refuses %s and prints no password back", async (_, current, wanted, again, sentences) => {
    const { browser, email, accountId } = await becomeCustomer(app);
    const page = await choosePassword(browser, current, wanted, again);
    expect([page.status, page.title]).toEqual([422, "Error: Password – Account settings – Loop"]);
    expect(page.errorSummary()).toEqual(sentences);
    for (const label of ["Current password", "New password", "Confirm new password"]) {
      expect(page.field(label).value).toBe("");
    }
    for (const typed of [current, wanted, again]) if (typed !== "") expect(page.body).not.toContain(typed);
    expect((await signIn(app.visitor(), email)).path).toBe("/dashboard");
    expect(countOf("sessions", "account_id = ?", accountId)).toBe(2);
  });

  it("says a wrong current password beside that field, and what is met of the list", async () => {
    const { browser } = await becomeCustomer(app);
    const page = await choosePassword(browser, "Three-lemons-8", "Four-limes-88");
    expect(page.field("Current password").error).toBe("That isn’t your current password");
    expect(page.root.querySelectorAll(".requirement-met")).toHaveLength(5);
  });

  it("lets nobody guess the current one", async () => {
    const { browser } = await becomeCustomer(app);
    for (let time = 0; time < 10; time += 1) await choosePassword(browser, "Three-lemons-8", NEW_PASSWORD);
    const page = await choosePassword(browser, PASSWORD, NEW_PASSWORD);
    expect(page.errorSummary()).toEqual(["Too many attempts. Please wait a quarter of an hour and try again."]);
  });
});

it("whatever is sent to “Change Password” gets a clear response", async () => {
  const { browser } = await becomeCustomer(app);
  const arrive = (visitor: Visitor) => visitor.visit(`${SETTINGS}?tab=password`);
  await expectClearResponses(browser, { arrive, button: "Change Password", field: "newPassword" });
});
