import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { becomeCustomer } from "../screens/support/customers";
import { sendEverythingOdd } from "../screens/support/hostile-forms";
import { emailsTo } from "../screens/support/records";
import { staffBrowser } from "../support/staff";

/** Values that no page sends, to the staff forms that open accounts, their own and customers'. */

process.env.REQUESTS_PER_MINUTE = "100000";
const { openApp } = await import("../support/app");
const app = await openApp();
const superAdmin = await staffBrowser(app, "super_admin");
const { accountId } = await becomeCustomer(app);
await superAdmin.browser.visit("/hyperloop/staff/add");
const RUTH = "ruth@loop.example";
await superAdmin.browser.submit("Add and send the email", { Name: "Ruth", Email: RUTH, Role: "support" });
const member = superAdmin.browser.page.path;
const link = /\/hyperloop\/set-up\?token=\S+/.exec(emailsTo(RUTH).at(-1)?.text ?? "")?.[0] ?? "";

describe("a form of the staff’s never breaks", () => {
  it.each([
    ["Finish", "code", link],
    ["Add and send the email", "role", "/hyperloop/staff/add"],
    ["Change role", "reason", member],
    ["Create account", "email", "/hyperloop/people/new"],
    ["Make 10 test users", "password", "/hyperloop/people/test-users"],
    ["Start", "reason", `/hyperloop/people/${accountId}/impersonate`],
  ])("%s, with any %s", async (button, field, path) => {
    const browser = path === link ? app.visitor() : superAdmin.browser;
    await sendEverythingOdd(browser, { button, field, arrive: (visitor) => visitor.visit(path) });
  });
});

describe("the built app", () => {
  it("holds nobody’s sign-in, and no page but those for super admins makes somebody of the staff", async () => {
    const server = readFileSync("build/server/index.js", "utf8");
    expect(server).not.toMatch(/demo\.loop\.example|MFZWCZDPNVSW45DPOJ4XEYLTNFXGO2LU|Ledger-and-lamp-7/);
    expect(server.match(/inviteStaff\(/g)).toHaveLength(2);
    expect(server).not.toMatch(/\baddStaff\(/);
  });
});
