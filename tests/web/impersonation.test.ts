import type { IncomingMessage } from "node:http";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { funnelEvents } from "#db/schema";
import { saveGuest } from "~/domain/people/accounts/guests.server";
import { beginSession } from "~/domain/people/accounts/sessions.server";
import { beginImpersonation } from "~/domain/people/staff/impersonations.server";
import { beginStaffSession } from "~/domain/people/staff/staff-sessions.server";
import { requireBuyingClient } from "~/web/buyers.server";
import { forEverybody } from "~/web/connection.server";
import { sessionCookie, staffCookie } from "~/web/cookies.server";
import { countCachedVisit, countStep } from "~/web/funnel.server";
import { checkImpersonation, impersonationHeader, impersonationOf } from "~/web/impersonation.server";
import { newJourney } from "~/web/journey";
import { storeJourney } from "~/web/journey.server";
import { sessionUserOf } from "~/web/sessions.server";
import { colleague } from "../domain/people/staff/colleagues";
import { person } from "../support/people";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const [ada, ben] = [person("Ada"), person("Ben")];
let cookies = { impersonation: "", staff: "", customer: "" };
beforeAll(async () => {
  const [{ id }, now] = [await colleague("support"), new Date()];
  const begun = beginImpersonation({ accountId: ada.id, reason: "Rang us up" }, id, now);
  if (!begun.ok) throw new Error(begun.reason);
  const staffKey = db.transaction((tx) => beginStaffSession(tx, id, now), { behavior: "immediate" });
  const customerKey = db.transaction((tx) => beginSession(tx, ben.id, null, now));
  cookies = {
    impersonation: await impersonationHeader(begun.key),
    staff: await staffCookie.serialize(staffKey),
    customer: await sessionCookie.serialize(customerKey),
  };
});

function asking(path: string, sent: readonly string[] = [cookies.impersonation, cookies.staff], more = {}): Request {
  const Cookie = sent.map((line) => line.split(";")[0]).join("; ");
  return new Request(`http://localhost:3000${path}`, { headers: { Cookie, "User-Agent": FIREFOX, ...more } });
}

const check = (path: string, isChange: boolean, sent?: readonly string[]) =>
  checkImpersonation(asking(path, sent), "programs", isChange).then(
    () => "open",
    (thrown: unknown) => (thrown instanceof Response ? thrown.status : thrown),
  );

describe("while a colleague sees the shop as a customer", () => {
  it("they are that customer, also where another one is signed in, and only together with their sign-in", async () => {
    const { customer, impersonation, staff } = cookies;
    const user = await sessionUserOf(asking("/dashboard", [impersonation, staff, customer]));
    expect([user?.accountId, user?.impersonation?.reason]).toEqual([ada.id, "Rang us up"]);
    expect((await sessionUserOf(asking("/dashboard", [impersonation, customer])))?.accountId).toBe(ben.id);
    expect(await impersonationOf(asking("/dashboard", [staff]))).toBeUndefined();
    expect(await impersonationOf(asking("/dashboard", [await impersonationHeader(""), staff]))).toBeUndefined();
  });

  it.each<[string, boolean, unknown]>([
    ["/dashboard", false, "open"],
    ["/dashboard.data", false, "open"],
    ["/_root.data", false, "open"],
    ["/dashboard", true, 403],
    ["/book", false, 403],
    ["/entry", false, 403],
    ["/hyperloop/orders", true, "open"],
    ["/hyperloops", true, 403],
  ])("%s with a change (%s) is %s", async (path, isChange, outcome) => {
    expect(await check(path, isChange)).toBe(outcome);
    expect(await check(path, isChange, [cookies.staff, cookies.customer])).toBe("open");
  });
});

describe("a visit", () => {
  beforeEach(() => {
    db.delete(funnelEvents).run();
  });
  const count = async (request: Request) => {
    await countStep(request, { stage: "visit" });
    return db.select().from(funnelEvents).all().length;
  };

  it.each<[string, () => Request]>([
    ["of a colleague who sees the shop as a customer", () => asking("/about")],
    [
      "of a page that a browser fetches beforehand",
      () => asking("/about", [], { "Sec-Purpose": "prefetch;prerender" }),
    ],
    ["of the back office", () => asking("/hyperloop/orders", [])],
    ["that asks for no page", () => new Request(asking("/about", []), { method: "HEAD" })],
  ])("%s is not counted", async (_, request) => {
    expect(await count(request())).toBe(0);
  });

  it("to a page that is rendered for everybody is not counted", async () => {
    expect(await forEverybody("page", () => count(asking("/about", [])))).toBe(0);
  });

  it.each([
    ["HEAD", {}, 0],
    ["GET", { "sec-purpose": "prefetch" }, 0],
    ["GET", {}, 1],
  ])("to a page from memory (%s, %j) is counted %i times", (method, headers, times) => {
    const request = { method, headers: { "user-agent": FIREFOX, ...headers } } as unknown as IncomingMessage;
    forEverybody("a visitor", () => countCachedVisit(request, { stage: "visit" }, new Date()));
    expect(db.select().from(funnelEvents).all()).toHaveLength(times);
  });

  it("of anybody else is", async () => {
    expect(await count(asking("/about", []))).toBe(1);
  });
});

it("a call to buy is the customer’s who is signed in, or else of the guest in this browser", async () => {
  expect((await requireBuyingClient(asking("/api/orders", [cookies.customer]))).accountId).toBe(ben.id);
  const names = { email: "guest@example.com", firstName: "Gwen", lastName: "" };
  const guest = saveGuest({ guestId: undefined, basketKey: "basket" }, names, new Date());
  const journey = await storeJourney({ ...newJourney(new Date()), guest });
  expect((await requireBuyingClient(asking("/api/orders", [cookies.customer, journey]))).accountId).toBe(ben.id);
  expect((await requireBuyingClient(asking("/api/orders", [journey]))).accountId).toBe(guest);
  const refused = await requireBuyingClient(asking("/api/orders", [])).catch((thrown: unknown) => thrown);
  expect(refused).toMatchObject({ status: 401 });
});
