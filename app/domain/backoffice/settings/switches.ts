/** What can be switched off without a release; everything is on by default. */

export interface Switches {
  /** The weekly emails; none is queued while they are off. */
  weeklyEmails: boolean;
  /** The daily reminder of a paid loop that has not begun. */
  loopReminders: boolean;
}

export const ALL_ON: Switches = { weeklyEmails: true, loopReminders: true };
