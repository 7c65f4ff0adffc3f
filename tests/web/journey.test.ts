import { afterEach, describe, expect, it, vi } from "vitest";
import { JOURNEY_DAYS } from "~/web/cookie-lengths";
import { type Journey, newJourney, nextPlace, startJourney } from "~/web/journey";
import { readJourney, storeJourney } from "~/web/journey.server";
import { later, NOW } from "../support/people";

const journey = (given: Partial<Journey>): Journey => ({ ...newJourney(NOW), ...given });

describe("after signing in a person goes", () => {
  it.each<[string, Partial<Journey>]>([
    ["/dashboard", {}],
    ["/loop-theme", { journeyType: "purchase" }],
    ["/loop-theme?journey=gift", { journeyType: "gift" }],
    ["/loop-type", { journeyType: "gift", selectedTheme: "pet" }],
    ["/loop-theme", { journeyType: "purchase", selectedType: "pages" }],
    ["/payment", { journeyType: "purchase", selectedTheme: "pet", selectedType: "pages" }],
    ["/dashboard", { journeyType: "redeem" }],
    ["/dashboard", { selectedType: "pages", voucherHold: "hold" }],
    ["/voucher-info", { journeyType: "redeem", voucherHold: "hold" }],
    ["/loop-end-date", { journeyType: "redeem", voucherHold: "hold", selectedType: "pages" }],
    ["/this-week/token", { redirectAfterAuth: "this-week", weekToken: "token" }],
    ["/dashboard", { redirectAfterAuth: "this-week" }],
    ["/checkout", { redirectAfterAuth: "checkout", weekToken: "token" }],
    ["/entry?week=3", { redirectAfterAuth: "dashboard", redirectAddress: "/entry?week=3" }],
    ["/dashboard", { redirectAfterAuth: "dashboard", redirectAddress: "/hyperloop" }],
    ["/checkout?a=b", { redirectAfterAuth: "checkout", redirectAddress: "/checkout?a=b" }],
  ])("to %s with %j", (place, given) => {
    expect(nextPlace(journey(given))).toBe(place);
  });
});

it("what was chosen to buy stays where somebody goes on to buy, and not where they give instead", () => {
  const chosen = { selectedTheme: "pet", selectedType: "pages" };
  expect(startJourney(journey(chosen), "gift")).toMatchObject({ ...chosen, journeyType: "gift" });
  expect(startJourney(journey({ ...chosen, journeyType: "gift" }), "gift")).toMatchObject(chosen);
  const other = startJourney(journey({ ...chosen, journeyType: "purchase", discountCode: "SPRING" }), "gift");
  expect([other.selectedTheme, other.selectedType, other.discountCode]).toEqual([undefined, undefined, "SPRING"]);
});

describe("the journey of a browser", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is kept as many days as its cookie, and not a millisecond longer", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    const cookie = (await storeJourney(journey({ selectedTheme: "pet" }))).split(";")[0] ?? "";
    const read = async () => await readJourney(new Request("http://localhost:3000/", { headers: { cookie } }));
    vi.setSystemTime(later(JOURNEY_DAYS * 86_400));
    expect((await read()).selectedTheme).toBe("pet");
    vi.setSystemTime(later(JOURNEY_DAYS * 86_400 + 0.001));
    expect(await read()).toEqual(newJourney(later(JOURNEY_DAYS * 86_400 + 0.001)));
  });
});
