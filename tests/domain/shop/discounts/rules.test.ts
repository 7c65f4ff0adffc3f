import { describe, expect, it } from "vitest";
import {
  applyDiscount,
  DISCOUNT_MESSAGES,
  type DiscountTerms,
  discountState,
  discountTimes,
  formatAsked,
  formatTaken,
  lastDayOf,
  needsSecondPerson,
  possibleCostPence,
  type StatedTerms,
} from "~/domain/shop/discounts/rules";

const NOW = new Date("2026-11-20T10:00:00Z");
const second = (offset: number) => new Date(NOW.getTime() + offset * 1000);
const NEWCOMER = { isGuest: false, paidOrders: 0, usedThisCode: false };

const TEN_PERCENT: DiscountTerms = {
  type: "PERCENTAGE",
  value: 10,
  maxUses: null,
  usedCount: 0,
  minimumOrderPence: null,
  maximumDiscountPence: null,
  firstOrderOnly: false,
  oncePerCustomer: false,
  startsAt: null,
  expiresAt: null,
  isActive: true,
};

function worth(terms: Partial<DiscountTerms>, subtotal = 6999, customer = NEWCOMER): number | string {
  const result = applyDiscount({ ...TEN_PERCENT, ...terms }, subtotal, customer, NOW);
  return result.ok ? result.discountPence : result.reason;
}

describe("what a code is worth", () => {
  it.each([
    ["ten per cent of a loop, half a penny up", {}, 6999, 700],
    ["ten per cent of £69.94", {}, 6994, 699],
    ["ten per cent of £69.95", {}, 6995, 700],
    ["one per cent of 49 pence", { value: 1 }, 49, 0],
    ["one per cent of 50 pence", { value: 1 }, 50, 1],
    ["33 per cent", { value: 33 }, 6999, 2310],
    ["100 per cent", { value: 100 }, 6999, 6999],
    ["of nothing", {}, 0, 0],
    ["a fixed sum", { type: "FIXED_AMOUNT", value: 500 }, 6999, 500],
    ["a fixed sum above the subtotal", { type: "FIXED_AMOUNT", value: 9000 }, 6999, 6999],
    ["stopped at its largest", { value: 50, maximumDiscountPence: 1000 }, 6999, 1000],
    ["exactly its largest", { maximumDiscountPence: 700 }, 6999, 700],
    ["a fixed sum stopped too", { type: "FIXED_AMOUNT", value: 500, maximumDiscountPence: 499 }, 6999, 499],
    ["a largest above the subtotal", { value: 100, maximumDiscountPence: 9999 }, 6999, 6999],
  ] as const)("%s", (_, terms, subtotal, pence) => {
    expect(worth(terms, subtotal)).toBe(pence);
  });
});

describe("when a code counts", () => {
  it.each([
    ["switched off", { isActive: false }, "inactive"],
    ["a second before it begins", { startsAt: second(1) }, "not_yet"],
    ["the moment it begins", { startsAt: NOW }, 700],
    ["a second before it ends", { expiresAt: second(1) }, 700],
    ["the moment it ends", { expiresAt: NOW }, "expired"],
    ["with its last use", { maxUses: 5, usedCount: 4 }, 700],
    ["after its last use", { maxUses: 5, usedCount: 5 }, "used_up"],
    ["with no uses at all", { maxUses: 0 }, "used_up"],
    ["switched off and expired", { isActive: false, expiresAt: NOW }, "inactive"],
    ["expired and used up", { expiresAt: NOW, maxUses: 0 }, "expired"],
  ] as const)("%s", (_, terms, result) => {
    expect(worth(terms)).toBe(result);
  });

  it("asks for its smallest order to the penny", () => {
    expect(worth({ minimumOrderPence: 7000 }, 6999)).toBe("order_too_small");
    expect(worth({ minimumOrderPence: 6999 }, 6999)).toBe(700);
  });

  it("for a first order applies to people who have paid none", () => {
    const first = { firstOrderOnly: true };
    expect(worth(first)).toBe(700);
    expect(worth(first, 6999, { isGuest: false, paidOrders: 1, usedThisCode: false })).toBe("not_first_order");
  });

  it.each([{ firstOrderOnly: true }, { oncePerCustomer: true }])(
    "%j is refused to a guest in one sentence, whatever their email has bought and how",
    (terms) => {
      const guest = { isGuest: true, paidOrders: 0, usedThisCode: false };
      expect(worth(terms, 6999, guest)).toBe(700);
      expect(worth(terms, 6999, { ...guest, paidOrders: 1, usedThisCode: true })).toBe("email_known");
      expect(worth({}, 6999, { ...guest, paidOrders: 1 })).toBe(700);
      expect(formatAsked({ firstOrderOnly: false, oncePerCustomer: false, ...terms })).toContain("your email");
    },
  );

  it("for everybody asks nobody who they are", () => {
    expect(formatAsked({ firstOrderOnly: false, oncePerCustomer: false })).toBeNull();
  });

  it("for once a customer counts until they have used it", () => {
    const once = { oncePerCustomer: true };
    expect(worth(once, 6999, { isGuest: false, paidOrders: 7, usedThisCode: false })).toBe(700);
    expect(worth(once, 6999, { isGuest: false, paidOrders: 7, usedThisCode: true })).toBe("already_used");
    expect(worth({}, 6999, { isGuest: false, paidOrders: 7, usedThisCode: true })).toBe(700);
  });

  it("that is off or not yet on says so to whoever has it", () => {
    expect(DISCOUNT_MESSAGES).toEqual({
      unknown: "Code not recognised",
      inactive: "This code isn’t active at the moment",
      not_yet: "You can’t use this code yet",
      expired: "This code has expired",
      used_up: "This code has been used up",
      order_too_small: "Your order is too small for this code",
      account_first: "Sign in or create an account to use this code",
      email_known:
        "This code doesn’t work with this email address. It may have been used for an order before, as a guest or with an account",
      not_first_order: "This code is for first orders only",
      already_used: "You’ve already used this code",
    });
  });
});

const LOOP_PENCE = 7000;
const percent = (value: number, maxUses: number | null = 10) =>
  ({ type: "PERCENTAGE", value, maxUses, maximumDiscountPence: null }) as const;
const pounds = (value: number, maximumDiscountPence: number | null = null) =>
  ({ type: "FIXED_AMOUNT", value, maxUses: 10, maximumDiscountPence }) as const;

describe("which discounts a second person is asked about", () => {
  it.each([
    ["half off", percent(50), false],
    ["more than half off", percent(51), true],
    ["more than half off, stopped at a little", { ...percent(51), maximumDiscountPence: 100 }, true],
    ["a little off, without a limit of uses", percent(1, null), true],
    ["half of a loop's price", pounds(3500), false],
    ["a penny more than half", pounds(3501), true],
    ["a large sum, stopped at half", pounds(7000, 3500), false],
  ])("%s", (_, terms, isAsked) => {
    expect(needsSecondPerson(terms, LOOP_PENCE)).toBe(isAsked);
  });
});

describe("what a discount can cost", () => {
  it.each([
    ["its worth on a loop for each use", percent(25), 17_500],
    ["no end where uses have no limit", percent(25, null), null],
    ["no more than a loop for each use", pounds(9000), 70_000],
  ])("%s", (_, terms, pence) => {
    expect(possibleCostPence(terms, LOOP_PENCE)).toBe(pence);
  });
});

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

it("a code counts from the beginning of its first day in London to the end of its last", () => {
  expect(discountTimes({ startsOn: "2026-07-01", expiresOn: "2026-11-20" })).toEqual({
    startsAt: new Date("2026-06-30T23:00:00Z"),
    expiresAt: new Date("2026-11-20T23:59:59.999Z"),
  });
});

it.each([
  [percent(10), 700, "10%"],
  [percent(10), 500, "£5.00"],
  [pounds(500), 500, "£5.00"],
])("a code of %j that takes %i pence off £70 is said to take %s", (terms, discountPence, words) => {
  expect(formatTaken(terms, { subtotalPence: LOOP_PENCE, discountPence })).toBe(words);
});

it.each(["2026-11-20T23:59:59.999Z", "2026-11-21T00:00:00Z"])(
  "a code that ends at %s has 20 November as last day",
  (end) => {
    expect(lastDayOf(new Date(end))).toBe("2026-11-20");
  },
);

it("a day that is not set limits nothing", () => {
  expect(discountTimes({ startsOn: "", expiresOn: "" })).toEqual({ startsAt: null, expiresAt: null });
});
