/**
 * How much of one order one person of the staff may refund alone, all its refunds taken together; more waits for a
 * second person. What one person may give away in a day is limited in `discounts/approval-limits.ts`.
 */
export const REFUND_ALONE_PENCE = 250_00;
