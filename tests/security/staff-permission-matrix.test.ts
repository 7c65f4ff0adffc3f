import { beforeAll, describe, expect, it } from "vitest";
import { isPermitted, ROLE_NAMES, type StaffRole } from "~/domain/people/staff/permissions";
import { becomeCustomer } from "../screens/support/customers";
import { everyPlaceOf, METHODS, requestFor, requestUrlsOf, tokenOf } from "../screens/support/requests";
import { staffBrowser } from "../support/staff";
import type { Visitor } from "../support/visitor";

/**
 * Every address of the back office, with every kind of request and method, from a stranger, a customer and each role.
 * The permission table alone decides who is let in: nobody else ever gets a successful response.
 */

process.env.REQUESTS_PER_MINUTE = "100000";
const { openApp } = await import("../support/app");
const app = await openApp();
const ROLES = Object.keys(ROLE_NAMES) as StaffRole[];
const places = everyPlaceOf(app).filter(({ access }) => access.who === "staff");

type Who = StaffRole | "stranger" | "customer";
const people: { who: Who; browser: Visitor; csrf: string }[] = [];
beforeAll(async () => {
  const arrive = async (who: Who, browser: Visitor) => people.push({ who, browser, csrf: await tokenOf(browser) });
  await arrive("stranger", app.visitor());
  await arrive("customer", (await becomeCustomer(app)).browser);
  for (const role of ROLES) await arrive(role, (await staffBrowser(app, role)).browser);
});

/** Ids in addresses do not exist: the guard responds before the code looks for them. */
const nothing = (input: string) => input.replace(/:(\w+)/g, "nothing-of-this-name");

const isSuccess = (status: number) => status >= 200 && status < 300;

/** Data requests wrap a redirect in a 202; to HEAD they do so without a body. That is no success. */
const leadsAway = (status: number, body: string) => status === 202 && (body === "" || body.includes('"/hyperloop"'));

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

  it.each(places)("$input opens for those who have its permission, and for nobody else", async (place) => {
    const permission = place.access.staff;
    if (!permission) throw new Error("A right is missing.");
    const wrong: string[] = [];
    for (const { who, browser, csrf } of people) {
      const may = who !== "stranger" && who !== "customer" && isPermitted(who, permission);
      // Those without the permission try every method; those with it only the two that pages use.
      for (const method of METHODS.filter((one) => !may || one === "GET" || one === "POST")) {
        for (const path of requestUrlsOf(place, nothing(place.input))) {
          const response = await browser.send(path, requestFor(place, method, { csrf }));
          const isIn = isSuccess(response.status) && !leadsAway(response.status, response.body);
          if (response.status >= 500) wrong.push(`${response.status} to ${who}: ${method} ${path}`);
          if (!may && isIn) wrong.push(`opened to ${who}: ${method} ${path}`);
          if (may && method === "GET" && (response.status === 403 || response.location === "/hyperloop"))
            wrong.push(`closed to ${who}: ${method} ${path}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});
