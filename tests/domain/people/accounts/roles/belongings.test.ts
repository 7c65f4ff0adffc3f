import { expect, it } from "vitest";
import { rolesOf } from "~/domain/people/accounts/roles";

it.each([
  ["a new account counts as participant", [false, false, false], [true, false, false]],
  ["who has a loop is a participant", [true, false, true], [true, false, true]],
  ["who bought one for somebody else is a purchaser", [false, true, true], [false, true, true]],
  ["who did both is both", [true, true, true], [true, true, true]],
] as const)("%s", (_, [ownsLoop, hasBoughtGift, hasBought], [isParticipant, isPurchaser, hasOrders]) => {
  expect(rolesOf({ ownsLoop, hasBoughtGift, hasBought })).toEqual({ isParticipant, isPurchaser, hasOrders });
});
