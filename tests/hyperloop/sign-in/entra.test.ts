import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { colleague } from "../../domain/people/staff/colleagues";
import { change, countOf, rowOf } from "../../screens/support/records";
import { CLIENT, startDirectory, TENANT, type Token } from "../../support/directory";

const directory = await startDirectory(process.env.PUBLIC_ORIGIN ?? "");
Object.assign(process.env, { ...CLIENT, ENTRA_TENANT_ID: TENANT, ENTRA_ISSUER: directory.issuer });
const { openApp } = await import("../../support/app");
const app = await openApp();

beforeEach(() => {
  directory.forge = null;
  directory.isDown = false;
  directory.refusesSecret = false;
});
afterAll(() => directory.close());

type Browser = ReturnType<typeof app.visitor>;

const employee = (email: string, more: Record<string, unknown> = {}) => ({
  tid: TENANT,
  oid: randomUUID(),
  preferred_username: email,
  ...more,
});

/** Presses the button, signs in at the directory as this person, and is redirected. Gives the return address. */
async function throughTheDirectory(browser: Browser, person: Record<string, unknown> | null) {
  directory.person = person;
  await browser.visit("/hyperloop");
  const leaving = await browser.send(browser.page.find('a[href="/hyperloop/entra"]').getAttribute("href") ?? "");
  const back = await directory.signIn(leaving.location ?? "");
  return back.pathname + back.search;
}

async function enter(person: Record<string, unknown> | null, browser = app.visitor()) {
  const way = await throughTheDirectory(browser, person);
  return { browser, way, page: await browser.visit(way) };
}

const isIn = async (browser: Browser) => (await browser.visit("/hyperloop/dashboard")).path === "/hyperloop/dashboard";

describe("signing in with Entra ID", () => {
  it("says so if the directory does not respond, and tries again the next time", async () => {
    directory.isDown = true;
    const page = await app.visitor().visit("/hyperloop/entra");
    expect([page.status, page.body.includes("Entra ID isn’t answering just now")]).toEqual([503, true]);
  });

  it("says that its own secret is refused, with an alarm until it is accepted", async () => {
    const { email } = await colleague("support");
    const person = employee(email);
    directory.refusesSecret = true;
    const { browser, page } = await enter(person);
    expect([page.status, page.body.includes("no longer accepts this shop’s own secret")]).toEqual([503, true]);
    expect(await isIn(browser)).toBe(false);
    expect(countOf("alarms", "kind = 'directory_secret' AND resolved_at IS NULL")).toBe(1);
    directory.refusesSecret = false;
    expect(await isIn((await enter(person)).browser)).toBe(true);
    expect(countOf("alarms", "kind = 'directory_secret' AND resolved_at IS NULL")).toBe(0);
  });

  it("lets in people with an account here, matched by e-mail once and by the directory’s id ever after", async () => {
    const { id, email } = await colleague("support");
    const person = employee(email.toUpperCase());
    const { browser, page } = await enter(person);
    expect([page.status, page.headers.get("refresh")]).toEqual([200, "0; url=/hyperloop/dashboard"]);
    expect(await isIn(browser)).toBe(true);
    expect(countOf("audit_events", "action IN ('staff.bind_entra', 'staff.sign_in') AND staff_id = ?", id)).toBe(2);
    expect(await isIn((await enter({ ...person, preferred_username: "married@loop.example" })).browser)).toBe(true);
    const heir = await enter(employee(email));
    expect([heir.page.status, await isIn(heir.browser)]).toEqual([403, false]);
    expect(rowOf("SELECT entra_object_id AS oid FROM staff WHERE id = ?", id).oid).toBe(person.oid);
  });

  it("asks with a code, PKCE, state and nonce, which are new each time and answered in the address", async () => {
    const input = await Promise.all([1, 2].map(() => app.visitor().send("/hyperloop/entra")));
    const [one, other] = input.map(({ location }) => new URL(location ?? "").searchParams);
    expect(one?.get("code_challenge_method")).toBe("S256");
    expect([one?.get("response_type"), one?.get("response_mode")]).toEqual(["code", "query"]);
    for (const name of ["state", "nonce", "code_challenge"]) {
      expect(one?.get(name)?.length).toBeGreaterThanOrEqual(43);
      expect(one?.get(name)).not.toBe(other?.get(name));
    }
  });

  it.each<[string, (email: string) => Record<string, unknown> | null, number, string]>([
    ["somebody without an account", () => employee("nobody@loop.example"), 403, "You don’t have an account here"],
    [
      "another organisation’s",
      (email) => employee(email, { tid: randomUUID() }),
      403,
      "belongs to another organisation",
    ],
    [
      "an e-mail that nobody confirmed",
      (email) => employee("x", { email, email_verified: false }),
      403,
      "You don’t have an account",
    ],
    ["somebody without an id", (email) => employee(email, { oid: undefined }), 400, "We couldn’t check that sign-in"],
    ["somebody who cancels", () => null, 403, "You left before signing in"],
  ])("refuses %s, in plain words", async (_, who, status, words) => {
    const { email } = await colleague("support");
    const { browser, page } = await enter(who(email));
    expect([page.status, await isIn(browser)]).toEqual([status, false]);
    expect(page.body).toContain(words);
  });

  it("refuses a former colleague, bound or not", async () => {
    const { id, email } = await colleague("support");
    const person = employee(email);
    await enter(person);
    change("UPDATE staff SET is_active = 0 WHERE id = ?", id);
    const again = await enter(person);
    expect([again.page.status, await isIn(again.browser)]).toEqual([403, false]);
  });

  it("takes a way back once, in the browser that left, with the state it left with", async () => {
    const { email } = await colleague("support");
    const person = employee(email);
    const mine = app.visitor();
    const way = await throughTheDirectory(mine, person);
    const attempt = mine.cookies.get("loop_entra") ?? "";
    const thief = app.visitor();
    expect((await thief.visit(way)).status).toBe(400);
    await thief.send("/hyperloop/entra");
    expect((await thief.visit(way)).status).toBe(400);
    expect((await mine.visit(way)).status).toBe(200);
    expect((await mine.visit(way)).status).toBe(400);
    thief.cookies.plant("loop_entra", attempt);
    expect((await thief.visit(way)).status).toBe(400);
    expect(await isIn(thief)).toBe(false);
  });

  it.each([
    "",
    "?code=x",
    "?state=x&code=x&code=y",
    `?state=${"é".repeat(2000)}&code=%00`,
    "?error=access_denied&state=x",
    "?code[]=1&state[]=2&error=%3Cscript%3E",
  ])("refuses an address that nobody sends: %s", async (search) => {
    const browser = app.visitor();
    await browser.send("/hyperloop/entra");
    const page = await browser.visit(`/hyperloop/entra/callback${search}`);
    expect([page.status, page.body.includes("<script>")]).toEqual([400, false]);
  });

  const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  it.each<[string, (token: Token) => string]>([
    ["without a signature", ({ header, claims, sign }) => sign({ ...header, alg: "none" }, claims)],
    ["signed with the public key", ({ header, claims, sign }) => sign({ ...header, alg: "HS256" }, claims)],
    [
      "signed with a key it brings along",
      ({ header, claims, sign: join }) => {
        const body = join({ ...header, jku: "https://elsewhere.example/keys" }, claims)
          .split(".")
          .slice(0, 2);
        return `${body.join(".")}.${sign("sha256", Buffer.from(body.join(".")), stranger).toString("base64url")}`;
      },
    ],
    ["for another audience", ({ header, claims, sign }) => sign(header, { ...claims, aud: "another" })],
    ["of another issuer", ({ header, claims, sign }) => sign(header, { ...claims, iss: "https://x.example" })],
    ["that is over", ({ header, claims, sign }) => sign(header, { ...claims, exp: 1, iat: 0 })],
    ["that answers another question", ({ header, claims, sign }) => sign(header, { ...claims, nonce: "x" })],
  ])("refuses a token %s", async (_, forge) => {
    const { email } = await colleague("support");
    directory.forge = forge;
    const { browser, page } = await enter(employee(email));
    expect([page.status, await isIn(browser)]).toEqual([400, false]);
  });

  it("says so where the directory falls silent on the way", async () => {
    const { email } = await colleague("support");
    const browser = app.visitor();
    const way = await throughTheDirectory(browser, employee(email));
    directory.isDown = true;
    const page = await browser.visit(way);
    expect([page.status, await isIn(browser)]).toEqual([503, false]);
  });
});
