import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { codeAt } from "../../domain/people/staff/colleagues";
import { change, countOf, emailsTo, rowOf } from "../../screens/support/records";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();
const LIST = "/hyperloop/staff";
const PASSWORD = "Kettle-and-stamps-9";

const actions = (id: string) => countOf("audit_events", "object_type = 'staff' AND object_id = ?", id);
const roleOf = (id: string) => rowOf("SELECT role FROM staff WHERE id = ?", id).role;

let invited = 0;

/** A new colleague, added by a super admin; they have their invitation and have not used it. */
async function invite(name = "Ruth Adeyemi") {
  invited += 1;
  const email = `ruth.${invited}@loop.example`;
  const superAdmin = await staffBrowser(app, "super_admin", `${LIST}/add`);
  await superAdmin.browser.submit("Add and send the email", { Name: name, Email: email, Role: "support" });
  const id = String(rowOf("SELECT id FROM staff WHERE email = ?", email).id);
  return { superAdmin, email, id };
}

function linkTo(email: string): string {
  const link = /\/hyperloop\/set-up\?token=\S+/.exec(emailsTo(email).at(-1)?.text ?? "")?.[0];
  if (!link) throw new Error(`No link went to ${email}.`);
  return link;
}

/** Follows the link of the invitation. Gives the authenticator secret that the page shows. */
async function openLink(link: string) {
  const browser = app.visitor();
  const page = await browser.visit(link);
  const secret = /class="staff-code staff-secret">([A-Z2-7 ]+)</.exec(page.body)?.[1]?.replaceAll(" ", "");
  return { browser, page, secret: secret ?? "" };
}

const choice = (secret: string, at = new Date()) => ({
  Password: PASSWORD,
  "Confirm password": PASSWORD,
  Code: codeAt(secret, at),
});

describe("somebody new of the staff", () => {
  it("gets an email, chooses their own password and authenticator, and signs in; the link works once", async () => {
    const { superAdmin, email, id } = await invite();
    expect(superAdmin.browser.page.body).toContain("Invited");
    expect(superAdmin.browser.page.body).not.toMatch(/token=|otpauth/);
    const link = linkTo(email);
    const { browser, page, secret } = await openLink(link);
    expect(page.path).toBe("/hyperloop/set-up");
    expect(page.headers.get("referrer-policy")).toBe("same-origin");
    expect(page.body).toContain("data:image/svg+xml");
    const wrong = await browser.submit("Finish", { ...choice(secret), Code: "000000" });
    expect([wrong.status, wrong.body.includes(PASSWORD)]).toEqual([422, false]);
    await browser.submit("Finish", choice(secret));
    expect(browser.page.body).toContain("You’re all set");
    const next = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + 30_000 });
    await browser.submit("Sign in", { "Email address": email, Password: PASSWORD, Code: next });
    expect(browser.page.path).toBe("/hyperloop/dashboard");
    expect((await app.visitor().visit(link)).body).toContain("That link no longer works");
    expect(actions(id)).toBe(3);
  });

  it.each([
    ["", "", "", "Name is required"],
    ["Ruth", "no-address", "support", "Please enter a valid email address"],
    ["Ruth", "ruth@loop.example", "super_admin", "Two super admins can make somebody a super admin"],
    ["Ruth", "ruth@loop.example", "emperor", "Please choose a role"],
    ["R".repeat(5000), "ruth@loop.example", "support", "Name"],
  ])("is not added as %.9s, %s, %s", async (name, email, role, sentence) => {
    const { browser } = await staffBrowser(app, "super_admin", `${LIST}/add`);
    const page = await browser.submit(
      "Add and send the email",
      { Name: name, Email: email },
      {
        without: ["role"],
        extra: [["role", role]],
      },
    );
    expect([page.status, page.body.includes(sentence)]).toEqual([422, true]);
  });

  it("is not added twice, in any case", async () => {
    const { superAdmin, email } = await invite();
    await superAdmin.browser.visit(`${LIST}/add`);
    const twin = { Name: "Twin", Email: email.toUpperCase(), Role: "analyst" };
    const page = await superAdmin.browser.submit("Add and send the email", twin);
    expect([page.status, page.body.includes("already has that email address")]).toEqual([422, true]);
  });

  it("has a link for three days, until another is sent, and while they work here", async () => {
    const { superAdmin, email, id } = await invite();
    const first = linkTo(email);
    await superAdmin.browser.visit(`${LIST}/${id}/reset`);
    await superAdmin.browser.submit("Reset and send the email", { Reason: "The email was lost" });
    const second = linkTo(email);
    const isLive = async (link: string) => (await openLink(link)).secret !== "";
    expect([await isLive(first), await isLive(second)]).toEqual([false, true]);
    change("UPDATE staff SET is_active = 0 WHERE id = ?", id);
    expect(await isLive(second)).toBe(false);
    for (const token of ["", "x", "1.AAAA", "%00", "é".repeat(3000)])
      expect(await isLive(`/hyperloop/set-up?token=${token}`)).toBe(false);
  });
});

describe("a colleague", () => {
  it("is signed out at once when the role changes, the sign-in is reset, or they are let go", async () => {
    const superAdmin = await staffBrowser(app, "super_admin");
    const isIn = async (one: typeof superAdmin) =>
      (await one.browser.visit("/hyperloop/dashboard")).path === "/hyperloop/dashboard";
    for (const [leaf, button, fields] of [
      ["", "Change role", { Role: "moderator", Reason: "Moves house" }],
      ["/reset", "Reset and send the email", { Reason: "Lost the telephone" }],
      ["/leave", "Deactivate", { Reason: "Has left" }],
    ] as const) {
      const sunil = await staffBrowser(app, "support");
      await superAdmin.browser.visit(`${LIST}/${sunil.staffId}${leaf}`);
      expect((await superAdmin.browser.submit(button, { ...fields, Reason: " " })).status).toBe(422);
      await superAdmin.browser.submit(button, fields);
      expect([superAdmin.browser.page.path, await isIn(sunil)]).toEqual([`${LIST}/${sunil.staffId}`, false]);
      expect(superAdmin.browser.page.body).toContain(fields.Reason);
    }
  });

  it("becomes a super admin where two super admins want it", async () => {
    const [joan, ruth] = [await staffBrowser(app, "super_admin"), await staffBrowser(app, "super_admin")];
    const { staffId } = await staffBrowser(app, "support");
    const choose = async ({ browser }: typeof joan) => {
      await browser.visit(`${LIST}/${staffId}`);
      return await browser.submit("Change role", { Role: "super_admin", Reason: "Runs the house" });
    };
    expect((await choose(joan)).body).toContain("asked on");
    expect([roleOf(staffId), (await choose(joan)).status]).toEqual(["support", 200]);
    expect(roleOf(staffId)).toBe("support");
    await choose(ruth);
    expect(roleOf(staffId)).toBe("super_admin");
  });

  it("does nothing to themselves, and neither page nor response shows a secret", async () => {
    const joan = await staffBrowser(app, "super_admin");
    const other = await staffBrowser(app, "support");
    const own = await joan.browser.visit(`${LIST}/${joan.staffId}`);
    expect(own.body).not.toContain("Change role");
    await joan.browser.visit(`${LIST}/${other.staffId}/leave`);
    const csrf = joan.browser.page.field("csrf").value;
    for (const leaf of ["", "/leave", "/reset"]) {
      const fields = { csrf, ...(leaf === "" ? { role: "support" } : {}), reason: "Because" };
      const page = await joan.browser.post(`${LIST}/${joan.staffId}${leaf}`, fields);
      expect([page.status, page.body.includes("You can’t do that to your own account")]).toEqual([422, true]);
    }
    for (const path of [LIST, `${LIST}/${other.staffId}`])
      expect((await joan.browser.visit(path)).body).not.toMatch(/argon2|totp|otpauth/i);
  });
});
