import { describe, expect, it } from "vitest";
import { lastValidInstant } from "~/domain/kernel/time/voucher-validity";

describe("how long a voucher is valid", () => {
  it.each([
    ["bought in winter: until London's midnight", "2026-01-15", null, "2027-01-15T23:59:59.999Z"],
    ["bought in summer: an hour earlier in UTC", "2026-06-15", null, "2027-06-15T22:59:59.999Z"],
    ["until a day the clocks go forward", "2026-03-28", null, "2027-03-28T22:59:59.999Z"],
    ["until the day before the clocks go forward", "2026-03-27", null, "2027-03-27T23:59:59.999Z"],
    ["until a day the clocks go back", "2026-10-31", null, "2027-10-31T23:59:59.999Z"],
    ["until the day before the clocks go back", "2026-10-30", null, "2027-10-30T22:59:59.999Z"],
    ["bought on 29 February: until the 28th", "2028-02-29", null, "2029-02-28T23:59:59.999Z"],
    ["sent later: from the day it is sent", "2026-01-15", "2026-02-14", "2027-02-14T23:59:59.999Z"],
    ["sent the same day", "2026-01-15", "2026-01-15", "2027-01-15T23:59:59.999Z"],
    ["a sending day gone by does not shorten it", "2026-01-15", "2026-01-14", "2027-01-15T23:59:59.999Z"],
  ])("%s", (_, boughtOn, sendOn, last) => {
    expect(lastValidInstant(boughtOn, sendOn).toISOString()).toBe(last);
  });
});
