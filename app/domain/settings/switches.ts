/** What can be switched off without a new version; everything is on until staff say otherwise. */

export interface Switches {
  /** The weekly emails; none is written while they are off. */
  weeklyEmails: boolean;
  /** The daily reminder of a loop that is paid for and not begun. */
  loopReminders: boolean;
}

export const ALL_ON: Switches = { weeklyEmails: true, loopReminders: true };
