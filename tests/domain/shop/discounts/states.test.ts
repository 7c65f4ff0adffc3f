import { describe, expect, it } from "vitest";
import { discountState, type StatedTerms } from "~/domain/shop/discounts/states";

const NOW = new Date("2026-11-20T10:00:00Z");
const OPEN: StatedTerms = {
  isActive: true,
  isWaiting: false,
  startsAt: null,
  expiresAt: null,
  maxUses: null,
  usedCount: 9,
};

describe("the state of a code", () => {
  it.each([
    ["without limits", {}, "active"],
    ["with a use left", { maxUses: 10 }, "active"],
    ["without a use left", { maxUses: 9 }, "used_up"],
    ["a moment before its first day", { startsAt: new Date(NOW.getTime() + 1) }, "not_yet"],
    ["the moment its first day begins", { startsAt: NOW }, "active"],
    ["a moment before it ends", { expiresAt: new Date(NOW.getTime() + 1) }, "active"],
    ["the moment it ends", { expiresAt: NOW, maxUses: 9 }, "expired"],
    ["switched off, expired and used up", { isActive: false, expiresAt: NOW, maxUses: 9 }, "inactive"],
    ["waiting for a second person, and switched off", { isWaiting: true, isActive: false }, "waiting"],
  ] as const)("%s", (_, change, state) => {
    expect(discountState({ ...OPEN, ...change }, NOW)).toBe(state);
  });
});
