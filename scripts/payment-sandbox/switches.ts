/** Simulated faults, to see how the shop handles them. A restart resets them. */
export interface Switches {
  /** Stores webhooks without sending them. */
  dropWebhooks: boolean;
  /** This many of the next webhooks are not sent. */
  dropFirst: number;
  /** How many more times each webhook is sent. */
  extraCopies: number;
  /** How many more events, each with its own id, report the same thing. */
  twins: number;
  /** The delay before each webhook's first attempt. */
  delaySeconds: number;
  /** Due webhooks are sent in a random order, instead of the order of events. */
  shuffle: boolean;
  /** How many webhooks are sent concurrently. */
  atOnce: number;
  /** The fault of every webhook sent. */
  spoil: WebhookFault | null;
  /** Webhooks are also signed with the previous secret, as during a rotation of secrets. */
  rolling: boolean;
  /** How long a payment is "processing" before it succeeds; 0 is at once. */
  settleSeconds: number;
  /** Refunds are refused, as with a balance that is too small. */
  refusesRefunds: boolean;
  /** The fault of the next API calls, for how many calls, and optionally under which path. */
  fault: { kind: ApiFault; calls: number; path?: string } | null;
}

/**
 * `error`: responds with 500 and does nothing. `too_many`: responds with 429 and does nothing. `hang`: never responds
 * and does nothing. `reset`: breaks the connection and does nothing. `lose_answer`: performs the call, then breaks the
 * connection.
 */
export const API_FAULTS = ["error", "too_many", "hang", "reset", "lose_answer"] as const;
export type ApiFault = (typeof API_FAULTS)[number];

/**
 * `bad_signature`: signed with another secret. `old_stamp`: signed as of ten minutes ago. `huge_body`: padded to 600
 * KB, more than a shop should read.
 */
export const WEBHOOK_FAULTS = ["bad_signature", "old_stamp", "huge_body"] as const;
export type WebhookFault = (typeof WEBHOOK_FAULTS)[number];

export const NO_FAILURE: Readonly<Switches> = {
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
  refusesRefunds: false,
  fault: null,
};

/** Uses up the fault due for one API call. */
export function takeFault(switches: Switches, path: string): ApiFault | null {
  const { fault } = switches;
  if (!fault || (fault.path !== undefined && !path.startsWith(fault.path))) return null;
  switches.fault = fault.calls > 1 ? { ...fault, calls: fault.calls - 1 } : null;
  return fault.kind;
}

/** Whether this webhook is one of those dropped. */
export function takeDrop(switches: Switches): boolean {
  if (switches.dropFirst > 0) {
    switches.dropFirst -= 1;
    return true;
  }
  return switches.dropWebhooks;
}
