import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { describe, expect, it, vi } from "vitest";
import { openApp } from "../../support/app";
import { expectNothingBreaks } from "../support/app-log";
import { becomeCustomer, type Customer, signIn } from "../support/customers";
import { sendEverythingOdd, sendTwoMegabytes } from "../support/hostile-forms";
import { change, countOf, emailsTo, rowsOf } from "../support/records";
import { newEmail, register } from "../support/registrations";

const app = await openApp();
expectNothingBreaks();

const NEW_PASSWORD = "Four-limes-88";
const SENT = "If there’s an account with that address, we’ve emailed you a link.";
const INVALID = "Invalid or expired reset link. Please request a new one.";

const emailsWithLink = (email: string) => emailsTo(email).filter(({ kind }) => kind === "password_reset");

function linkIn(email: string): string {
  const text = emailsWithLink(email).at(-1)?.text ?? "";
  const link = /https?:\/\/\S+\/reset-password\?token=\S+/.exec(text)?.[0];
  if (!link) throw new Error(`No email with a link went to ${email}.`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}

async function askForLink(email: string, browser = app.visitor()) {
  await browser.visit("/forgot-password");
  return await browser.submit("Send the link", { "Email address": email });
}

async function holderOfLink(): Promise<Customer & { link: string; token: string }> {
  const customer = await becomeCustomer(app);
  await askForLink(customer.email);
  const link = linkIn(customer.email);
  return { ...customer, link, token: new URL(link, "http://x").searchParams.get("token") ?? "" };
}

const passwords = { "New password": NEW_PASSWORD, "Confirm new password": NEW_PASSWORD };
const BUTTON = "Save the new password";

describe("a link for a new password", () => {
  it("sets it once, ends every sign-in, signs nobody in, and tells the owner", async () => {
    const { browser: owner, email, link } = await holderOfLink();
    const other = app.visitor();
    await signIn(other, email);
    const visitor = app.visitor();
    await visitor.visit(link);
    expect(visitor.page.path).toBe("/reset-password");
    await visitor.submit(BUTTON, passwords);
    expect(visitor.page.path).toBe("/auth");
    expect(visitor.page.text("main")).toContain("Password reset successfully!");
    expect(visitor.cookies.get("loop_session")).toBeUndefined();
    for (const before of [owner, other]) {
      expect((await before.visit("/account-settings", { follow: false })).location).toBe("/auth");
    }
    expect(emailsTo(email).filter(({ kind }) => kind === "password_changed")).toHaveLength(1);
    expect((await signIn(app.visitor(), email)).status).toBe(422);
    expect((await signIn(app.visitor(), email, NEW_PASSWORD)).path).toBe("/dashboard");
    await visitor.visit(link);
    expect(visitor.page.text("main")).toContain(INVALID);
  });

  it("leaves the address at once, is sent to nobody, and is in no log and nowhere in the database", async () => {
    const said = (["log", "info", "warn", "error"] as const).map((how) => vi.spyOn(console, how));
    const { link, token } = await holderOfLink();
    const visitor = app.visitor();
    const first = await visitor.visit(link, { follow: false });
    expect([first.status, first.location]).toEqual([303, "/reset-password"]);
    expect(first.headers.get("referrer-policy")).toBe("no-referrer");
    const page = await visitor.visit("/reset-password");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    expect(page.body).not.toContain(token);
    for (const address of page.root.querySelectorAll("[src], [href]")) {
      const target = address.getAttribute("src") ?? address.getAttribute("href") ?? "";
      expect(new URL(target, process.env.PUBLIC_ORIGIN).origin).toBe(process.env.PUBLIC_ORIGIN);
    }
    expect(JSON.stringify(said.flatMap((how) => how.mock.calls))).not.toContain(token);
    expect(token.length).toBeGreaterThanOrEqual(22);
    change("UPDATE emails SET text_body = '', html_body = '' WHERE kind = 'password_reset'");
    const file = new SqliteFile(join(process.env.DATA_DIR ?? "", "loop.db"), { readonly: true });
    const words = file
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
      .pluck()
      .all()
      .map((table) => JSON.stringify(file.prepare(`SELECT * FROM "${table}"`).all()));
    file.close();
    expect(words.join("")).not.toContain(token);
  });

  it("is not used up by being looked at, however often and however", async () => {
    const { email, link } = await holderOfLink();
    for (let time = 0; time < 20; time += 1) {
      const scanner = app.visitor();
      await scanner.visit(link);
      await scanner.send(link, { method: "HEAD" });
      await scanner.send(link, { headers: { "Sec-Purpose": "prefetch;prerender" } });
      await scanner.send(link.replace("?", ".data?"));
    }
    const visitor = app.visitor();
    await visitor.visit(link);
    await visitor.submit(BUTTON, passwords);
    expect((await signIn(app.visitor(), email, NEW_PASSWORD)).path).toBe("/dashboard");
  });

  it("sent twice at once sets one of the two passwords", async () => {
    const { email, link } = await holderOfLink();
    const both = [app.visitor(), app.visitor()];
    for (const visitor of both) await visitor.visit(link);
    const wanted = ["Four-limes-88", "Five-plums-99"];
    await Promise.all(
      both.map((visitor, place) => {
        const word = wanted[place] ?? "";
        return visitor.submit(BUTTON, { "New password": word, "Confirm new password": word });
      }),
    );
    expect(both.map(({ page }) => page.path).sort()).toEqual(["/auth", "/forgot-password"]);
    const fits = await Promise.all(
      wanted.map(async (word) => (await signIn(app.visitor(), email, word)).path === "/dashboard"),
    );
    expect(fits.filter(Boolean)).toHaveLength(1);
    expect(emailsTo(email).filter(({ kind }) => kind === "password_changed")).toHaveLength(1);
  });

  it("lives half an hour, not a second longer", async () => {
    const { email, link } = await holderOfLink();
    const [row] = rowsOf(
      "SELECT expires_at - created_at AS life FROM one_time_codes WHERE sent_to = ? AND purpose = 'reset_password'",
      email,
    );
    expect(row?.life).toBe(30 * 60_000);
    const visitor = app.visitor();
    await visitor.visit(link);
    change(
      "UPDATE one_time_codes SET expires_at = ? WHERE sent_to = ? AND purpose = 'reset_password'",
      Date.now() - 1000,
      email,
    );
    await visitor.submit(BUTTON, passwords);
    expect(visitor.page.text("main")).toContain(INVALID);
    expect((await signIn(app.visitor(), email)).path).toBe("/dashboard");
  });

  it("is void once a newer one was asked for", async () => {
    const { email, link } = await holderOfLink();
    await askForLink(email);
    const visitor = app.visitor();
    await visitor.visit(link);
    expect(visitor.page.text("main")).toContain(INVALID);
    await visitor.visit(linkIn(email));
    expect(visitor.page.text("main")).not.toContain(INVALID);
  });

  it.each(["", "x", "a".repeat(43), "a".repeat(5000), "%00", "' OR 1=1 --", "../../etc"])(
    "that nobody was sent opens nothing: %s",
    async (token) => {
      const visitor = app.visitor();
      await visitor.visit(`/reset-password?token=${encodeURIComponent(token)}`);
      expect(visitor.page.text("main")).toContain(INVALID);
    },
  );

  it("is not opened by the digits that confirm an address", async () => {
    const { email } = await holderOfLink();
    const digits = /\b\d{6}\b/.exec(emailsTo(email)[0]?.text ?? "")?.[0];
    const visitor = app.visitor();
    await visitor.visit(`/reset-password?token=${digits}`);
    expect(visitor.page.text("main")).toContain(INVALID);
  });
});

describe("asking for a link", () => {
  it("a hundred times writes two emails, and one more once their links are over, with the same response each time", async () => {
    const { email } = await becomeCustomer(app);
    const responses = new Set<string>();
    for (let time = 0; time < 50; time += 1) responses.add((await askForLink(email)).text("main"));
    expect(emailsWithLink(email)).toHaveLength(2);
    change("UPDATE attempts SET at = at - 1800000");
    for (let time = 0; time < 50; time += 1) responses.add((await askForLink(email)).text("main"));
    expect(emailsWithLink(email)).toHaveLength(3);
    expect(responses.size).toBe(1);
    expect([...responses][0]).toContain(SENT);
  });

  it("at once a hundred times writes two emails too", async () => {
    const { email } = await becomeCustomer(app);
    await Promise.all(Array.from({ length: 100 }, () => askForLink(email)));
    expect(emailsWithLink(email)).toHaveLength(2);
  });

  it("from one place writes ten emails an hour at most, to whomever", async () => {
    const browser = app.visitor();
    const emails: string[] = [];
    for (let time = 0; time < 12; time += 1) emails.push((await becomeCustomer(app)).email);
    const responses: number[] = [];
    for (const email of emails) responses.push((await askForLink(email, browser)).status);
    expect(emails.filter((email) => emailsWithLink(email).length > 0)).toHaveLength(10);
    expect(responses).toEqual([...Array<number>(10).fill(200), 429, 429]);
  });

  it("for an address nobody has leaves nothing behind", async () => {
    const before = [countOf("emails"), countOf("one_time_codes"), countOf("accounts")];
    expect((await askForLink(newEmail("nobody"))).text("main")).toContain(SENT);
    expect([countOf("emails"), countOf("one_time_codes"), countOf("accounts")]).toEqual(before);
  });

  it("for a suspended account, or one never confirmed, writes nothing and says the same", async () => {
    const { email, accountId } = await becomeCustomer(app);
    change("UPDATE accounts SET status = 'suspended' WHERE id = ?", accountId);
    expect((await askForLink(email)).text("main")).toContain(SENT);
    expect(emailsWithLink(email)).toHaveLength(0);
    const newcomer = newEmail("waiting");
    await register(app.visitor(), newcomer);
    expect((await askForLink(newcomer)).text("main")).toContain(SENT);
    expect(emailsWithLink(newcomer)).toHaveLength(0);
  });

  it("gets a clear response whatever is sent", async () => {
    const arrive = (visitor: ReturnType<typeof app.visitor>) => visitor.visit("/forgot-password");
    const form = { arrive, button: "Send the link", field: "email" };
    await sendEverythingOdd(app.visitor(), form);
    await sendTwoMegabytes(app.visitor(), form);
  });
});
