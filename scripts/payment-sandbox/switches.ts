/** Trouble that can be asked for, so that the shop can be seen to live through it. Gone after a restart. */
export interface Switches {
  /** Messages are written down but not sent. */
  dropWebhooks: boolean;
  /** So many messages from now on are not sent. */
  dropFirst: number;
  /** How many more times each message is sent. */
  extraCopies: number;
  /** How many more events, each with a name of its own, tell of the same thing. */
  twins: number;
  /** How long each message waits before it is first sent. */
  delaySeconds: number;
  /** Messages that are due go out in a random order, instead of the order in which things happened. */
  shuffle: boolean;
  /** How many messages are on their way at the same time. */
  atOnce: number;
  /** What is wrong with every message that is sent. */
  spoil: WebhookFault | null;
  /** Messages are also signed with the secret that was valid before, as in the day after it was changed. */
  rolling: boolean;
  /** How long a payment says "processing" before the money comes; 0 is at once. */
  settleSeconds: number;
  /** What happens to the next calls of the API, to how many of them, and under which path if not all. */
  fault: { kind: ApiFault; calls: number; path?: string } | null;
}

/**
 * `error`: answers 500 and does nothing. `too_many`: answers 429 and does nothing. `hang`: never answers and does
 * nothing. `reset`: breaks the connection and does nothing. `lose_answer`: does what was asked, then breaks the
 * connection.
 */
export const API_FAULTS = ["error", "too_many", "hang", "reset", "lose_answer"] as const;
export type ApiFault = (typeof API_FAULTS)[number];

/**
 * `bad_signature`: signed with another secret. `old_stamp`: signed as of ten minutes ago. `huge_body`: padded to
 * 600 KB, more than a shop should read.
 */
export const WEBHOOK_FAULTS = ["bad_signature", "old_stamp", "huge_body"] as const;
export type WebhookFault = (typeof WEBHOOK_FAULTS)[number];

export const NO_TROUBLE: Readonly<Switches> = {
  dropWebhooks: false,
  dropFirst: 0,
  extraCopies: 0,
  twins: 0,
  delaySeconds: 0,
  shuffle: false,
  atOnce: 20,
  spoil: null,
  rolling: false,
  settleSeconds: 0,
  fault: null,
};

/** Takes the trouble that is due for one call of the API. */
export function takeFault(switches: Switches, path: string): ApiFault | null {
  const { fault } = switches;
  if (!fault || (fault.path !== undefined && !path.startsWith(fault.path))) return null;
  switches.fault = fault.calls > 1 ? { ...fault, calls: fault.calls - 1 } : null;
  return fault.kind;
}

/** Whether this message is one of those that are lost. */
export function takeDrop(switches: Switches): boolean {
  if (switches.dropFirst > 0) {
    switches.dropFirst -= 1;
    return true;
  }
  return switches.dropWebhooks;
}
