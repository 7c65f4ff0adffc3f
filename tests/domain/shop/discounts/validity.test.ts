import { expect, it } from "vitest";
import { discountTimes } from "~/domain/shop/discounts/validity";

it("a code counts from the beginning of its first day in London to the end of its last", () => {
  expect(discountTimes({ startsOn: "2026-07-01", expiresOn: "2026-11-20" })).toEqual({
    startsAt: new Date("2026-06-30T23:00:00Z"),
    expiresAt: new Date("2026-11-20T23:59:59.999Z"),
  });
});

it("a day that is not set limits nothing", () => {
  expect(discountTimes({ startsOn: "", expiresOn: "" })).toEqual({ startsAt: null, expiresAt: null });
});
