/** How many hours each kind of work may wait for staff before its age is red; a super admin can change them. */

export const PROMISE_NAMES = ["disputes", "approvals", "emails", "shipments", "weeks", "alarms", "notes"] as const;

export type PromiseName = (typeof PROMISE_NAMES)[number];
export type Promises = Readonly<Record<PromiseName, number>>;

/** What holds until somebody changes it: a day, and two where somebody outside has to answer. */
export const USUAL_PROMISES: Promises = {
  disputes: 24,
  approvals: 24,
  emails: 24,
  shipments: 48,
  weeks: 48,
  alarms: 24,
  notes: 24,
};

/** Thirty days: later than that is no promise. */
export const LONGEST_PROMISE_HOURS = 720;
