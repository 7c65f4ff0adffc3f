import { expect, it } from "vitest";
import { LIMITS } from "~/domain/kernel/limits/limits";
import { countKnownEmail, countOrRefuse, mustSignInForCode } from "~/web/attempts.server";
import { NOW } from "../support/people";

it("one attempt more than the limit is refused, with the seconds to wait", () => {
  const attempt = () => countOrRefuse("exports", "ada", NOW);
  for (let time = 0; time < LIMITS.exports.most; time += 1) attempt();
  expect(attempt).toThrow(expect.objectContaining({ init: expect.objectContaining({ status: 429 }) }));
  expect(() => countOrRefuse("exports", "ben", NOW)).not.toThrow();
});

it("a guest signs in for a code once a few emails were refused, and not before", () => {
  const most = LIMITS.known_emails_browser.most;
  expect(Array.from({ length: most }, () => mustSignInForCode("one", NOW) || countKnownEmail("one", NOW))).toEqual(
    Array(most).fill(true),
  );
  expect([mustSignInForCode("one", NOW), mustSignInForCode("two", NOW)]).toEqual([true, false]);
});
