import { expect, it } from "vitest";
import { conversion, funnelOf } from "~/domain/backoffice/analytics/rates";

it.each([
  [3, 12, 0.25],
  [1, 1, 1],
  [4, 1, null],
  [1, 0, null],
  [0, 0, null],
])("%s sold to %s visitors is a share of %s", (sold, visitors, share) => {
  expect(conversion(sold, visitors)).toBe(share);
});

it("a funnel with more orders than counted visits has no rate for them, as the overview has none", () => {
  const lines = funnelOf({ visit: 2, product: 2, theme: 1, type: 1, address: 1, payment: 1 }, 4);
  expect(lines.at(-1)).toMatchObject({
    stage: "order",
    visitors: 4,
    share: conversion(4, 2),
    conversions: null,
  });
  expect(lines.at(-2)).toMatchObject({ conversions: null, conversionRate: null, dropOffRate: null });
  expect(lines[1]).toMatchObject({ conversions: 1, conversionRate: 0.5, share: 1 });
});
