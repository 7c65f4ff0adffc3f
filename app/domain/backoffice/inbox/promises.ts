/** How many hours each kind of work may wait for staff before its age is red; a super admin can change them. */

/** What holds until somebody changes it: a day, and two where somebody outside has to answer. */
export const USUAL_PROMISES = {
  disputes: 24,
  approvals: 24,
  emails: 24,
  shipments: 48,
  weeks: 48,
  alarms: 24,
  notes: 24,
};

export type Promises = Readonly<typeof USUAL_PROMISES>;
export type PromiseName = keyof Promises;

/** Thirty days: later than that is no promise. */
export const LONGEST_PROMISE_HOURS = 720;
