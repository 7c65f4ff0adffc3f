import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { STAFF_ROLES } from "#db/schema";
import type { StaffRole } from "~/domain/people/staff/permissions";
import { addresses } from "../architecture/route-table";
import { ROLES_WITH } from "../domain/people/staff/permission-table";
import { makeFixtures } from "../hyperloop/support/fixtures";
import { type Fixtures, nameOf, type PermissionLine } from "../hyperloop/support/permission-line";
import { PERMISSION_LINES } from "../hyperloop/support/permissions";
import { addressOf, fillAddress, postButtonsOf, prepare } from "../hyperloop/support/requests";
import { takeSnapshot } from "../hyperloop/support/snapshot";
import { becomeCustomer } from "../screens/support/customers";
import { everyRow } from "../screens/support/fixtures";
import { faultsOf } from "../screens/support/markup";
import { everyPlaceOf, requestFor, tokenOf, waysTo } from "../screens/support/requests";
import { staffBrowser } from "../support/staff";
import type { TestResponse } from "../support/test-response";
import type { Visitor } from "../support/visitor";

/**
 * Every page, button and call of the staff's, tried by each role, a customer and a stranger, on things that exist and
 * with everything a permitted person sends. Those with the permission succeed; everybody else gets the exact refusal,
 * and nothing is written. After each action the database is restored. The other ways to an address are tried with ids that do not exist, by a stranger, a customer and one role without the permission.
 */

process.env.REQUESTS_PER_MINUTE = "100000";
for (const name of ["BUCKET", "REGION", "ACCESS_KEY_ID", "SECRET_ACCESS_KEY"])
  process.env[`LITESTREAM_${name}`] = "copies";
await import("../support/printer-sandbox");
const { openApp } = await import("../support/app");
const app = await openApp();

interface Person {
  /** Null for a stranger and for a customer. */
  role: StaffRole | null;
  name: string;
  staffId: string;
  browser: Visitor;
  token: string;
}

const people: Person[] = [];
let fixtures: Fixtures;
let restore: () => Promise<void>;

beforeAll(async () => {
  fixtures = await makeFixtures(app);
  const arrive = async (name: string, browser: Visitor, role: StaffRole | null = null, staffId = "") =>
    people.push({ name, browser, role, staffId, token: await tokenOf(browser) });
  await arrive("a stranger", app.visitor());
  await arrive("a customer", (await becomeCustomer(app)).browser);
  for (const role of STAFF_ROLES) {
    const { browser, staffId } = await staffBrowser(app, role);
    await arrive(role, browser, role, staffId);
  }
  restore = await takeSnapshot();
});

const superAdmin = () => {
  const found = people.find(({ role }) => role === "super_admin");
  if (!found) throw new Error("There is no super admin.");
  return found;
};

const mayAsk = ({ role }: Person, { permission }: Pick<PermissionLine, "permission">) =>
  role !== null && (ROLES_WITH[permission]?.includes(role) ?? false);

/** The response somebody got, and the rows of the database that changed. */
interface Outcome {
  person: Person;
  response: TestResponse;
  rows: string[];
}

/** What is wrong with a permitted request: it must succeed, which shows that the request is complete. */
function wrongWithSuccess(line: PermissionLine, { person, response, rows }: Outcome): string[] {
  const { status, location } = response;
  const target = line.leadsTo && fillAddress(line.leadsTo, fixtures);
  const isRight = status === line.status && location !== "/hyperloop" && (!target || location === target);
  if (!isRight) return [said(response)];
  const changesData = line.method !== "GET" && !line.leadsTo && !line.onlyShows;
  const ofTheirs = JSON.stringify({ staff_id: person.staffId }).slice(1, -1);
  const actions = rows.filter((row) => row.startsWith("audit_events ") && row.includes(ofTheirs));
  return actions.length > 0 === changesData ? [] : [changesData ? "did nothing" : `did ${actions}`];
}

/** What is wrong with any other request: staff get 403, others a redirect to sign in, API clients 401. */
function wrongWithRefusal({ isCall }: PermissionLine, { person, response, rows }: Outcome): string[] {
  const { status, location } = response;
  const isLedAway = (status === 302 || status === 303) && location === "/hyperloop";
  const isRefused = person.role !== null ? status === 403 : isCall ? status === 401 : isLedAway;
  return [...(isRefused ? [] : [said(response)]), ...rows.map((row) => `changed ${row}`)];
}

const said = ({ status, location }: TestResponse) => `was answered ${status} ${location ?? ""}`.trim();

/** Rows that exist only before or only after. */
function changesBetween(before: readonly string[], after: readonly string[]): string[] {
  const [was, is] = [new Set(before), new Set(after)];
  return [...after.filter((row) => !was.has(row)), ...before.filter((row) => !is.has(row))];
}

/** Everything that is wrong with a line, each as who and what. */
async function tryLine(line: PermissionLine): Promise<string[]> {
  const wrong: string[] = [];
  const holder = superAdmin();
  line.before?.(holder.staffId, fixtures);
  const { path, sendingWith } = await prepare(line, fixtures, holder.browser);
  for (const person of people) {
    if (person.role !== null) line.before?.(person.staffId, fixtures);
    const before = everyRow();
    const response = await person.browser.send(path, await sendingWith(person.token));
    const outcome = { person, response, rows: changesBetween(before, everyRow()) };
    const found = (mayAsk(person, line) ? wrongWithSuccess : wrongWithRefusal)(line, outcome);
    wrong.push(...found.map((what) => `${person.name} ${what}`));
    if (outcome.rows.length > 0) await restore();
  }
  return wrong;
}

/** What is wrong with the markup of the pages that a super admin is shown. */
const faults: string[] = [];

/** The buttons on a page that no line names, each as its line would begin. */
async function buttonsWithoutLine(page: string, before: PermissionLine["before"]): Promise<string[]> {
  const { browser, staffId } = superAdmin();
  before?.(staffId, fixtures);
  const response = await browser.visit(fillAddress(page, fixtures));
  const isPage = response.headers.get("content-type")?.startsWith("text/html");
  const buttons = isPage ? postButtonsOf(response) : [];
  faults.push(...faultsOf(response).map((fault) => `${page}: ${fault}`));
  return buttons
    .map(({ target, intent }) => ({ method: "POST", address: addressOf(target, ADDRESSES) ?? target, intent }) as const)
    .filter(({ address }) => address !== SIGN_OUT)
    .map(nameOf)
    .filter((name) => !LINES.has(name));
}

const ADDRESSES = addresses.map(({ path }) => path);
const LINES = new Set(PERMISSION_LINES.map(nameOf));
/** For everybody, in every role. */
const SIGN_OUT = "/hyperloop/sign-out";

describe("what an address of the staff’s asks for", () => {
  afterEach(() => restore());

  it.each(PERMISSION_LINES.map((line) => [nameOf(line), line.permission, line] as const))(
    "%s is for staff with %s, and for nobody else",
    async (_name, _right, line) => {
      expect(await tryLine(line)).toEqual([]);
    },
  );

  it("is written for every button a super admin is shown, on pages without a fault; a new one gets a line in permissions.ts", async () => {
    const pages = new Map(PERMISSION_LINES.filter(({ isCall }) => !isCall).map(({ page, before }) => [page, before]));
    const found: string[] = [];
    for (const [page, before] of pages) if (page) found.push(...(await buttonsWithoutLine(page, before)));
    expect([...new Set(found)]).toEqual([]);
    expect(faults).toEqual([]);
  });
});

const places = everyPlaceOf(app).filter(({ access }) => access.who === "staff");

/** Data requests wrap a redirect in a 202; to HEAD they do so without a body. That is no success. */
const leadsAway = ({ status, body }: TestResponse) => status === 202 && (body === "" || body.includes('"/hyperloop"'));
const isSuccess = ({ status }: TestResponse) => status >= 200 && status < 300;

/** Ids in addresses do not exist: the guard responds before the code looks for them. */
const nothing = (input: string) => input.replace(/:(\w+)/g, "nothing-of-this-name");

describe("the back office", () => {
  it("has a permission in the table for every page except the sign-in", () => {
    const pages = everyPlaceOf(app).filter(({ pattern }) => /^\/hyperloop(?:\/|$)/.test(pattern));
    const open = pages.filter(({ access }) => access.staff === undefined).map(({ pattern }) => pattern);
    expect(open.sort()).toEqual([
      "/hyperloop",
      "/hyperloop/entra",
      "/hyperloop/entra/callback",
      "/hyperloop/set-up",
      "/hyperloop/sign-out",
    ]);
    expect(places.every(({ access }) => access.staff !== undefined)).toBe(true);
  });

  it("opens by no other way for those without the permission, and breaks for nobody", async () => {
    const wrong: string[] = [];
    for (const [turn, place] of places.entries()) {
      const permission = place.access.staff ?? "staff.manage";
      const without = people.filter((person) => !mayAsk(person, { permission }));
      const outside = without.filter(({ role }) => role === null);
      const refused = without.filter(({ role }) => role !== null);
      const staff = [refused[turn % refused.length], people.find((one) => mayAsk(one, { permission }))];
      for (const person of [...outside, ...staff]) {
        if (!person) continue;
        for (const [method, path] of waysTo(place, nothing(place.input))) {
          const response = await person.browser.send(path, requestFor(place, method, { csrf: person.token }));
          const isOpened = without.includes(person) && isSuccess(response) && !leadsAway(response);
          if (isOpened || response.status >= 500) wrong.push(`${person.name}: ${method} ${path} ${said(response)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});
