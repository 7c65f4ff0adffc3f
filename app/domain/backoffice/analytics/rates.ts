import { STAGE_NAMES, STAGES, type Stage } from "./stages";

/** Shares and changes; null where there is nothing to divide by. */

/** `part` of `whole`, from 0; null of nothing. */
export function rate(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/**
 * The share of visitors who bought. Null where more was sold than visits were counted: API clients and people who
 * decline counting order without a visit, and a share of others' visits says nothing. Null too where the visits
 * couldn't be read.
 */
export function conversion(sold: number, visitors: number | null): number | null {
  return visitors === null || sold > visitors ? null : rate(sold, visitors);
}

/** The relative growth from `before` to `after`; null where `before` is zero. */
export function growth(after: number, before: number): number | null {
  return before === 0 ? null : (after - before) / before;
}

/** What was paid in all, of a loop, a gift and copies. */
export const revenueOf = ({ pence }: { pence: Readonly<Record<"loop" | "gift" | "book_copies", number>> }) =>
  pence.loop + pence.gift + pence.book_copies;

/** Whole pence an order, or null without one. */
export function average(pence: number, orders: number): number | null {
  return orders === 0 ? null : Math.round(pence / orders);
}

/**
 * The funnel, line by line. API clients order without a visit, so the last step can have more than the one before: no
 * rates then.
 */
export function funnelOf(visits: Readonly<Record<Stage, number>>, ordered: number) {
  const steps = [...STAGES.map((stage) => [stage, visits[stage]] as const), ["order", ordered] as const];
  return steps.map(([stage, visitors], place) => {
    const next = steps[place + 1]?.[1] ?? 0;
    const isLast = place === steps.length - 1;
    const conversionRate = isLast ? null : conversion(next, visitors);
    return {
      stage,
      name: STAGE_NAMES[stage],
      /** Visits that took this step; of the last one, the orders. */
      visitors,
      /** Those that took the next step as well; null where more took it than were counted before. */
      conversions: isLast || next > visitors ? null : next,
      conversionRate,
      dropOffRate: conversionRate === null ? null : 1 - conversionRate,
      /** Of all visits. */
      share: conversion(visitors, visits.visit),
    };
  });
}

export type FunnelLine = ReturnType<typeof funnelOf>[number];
