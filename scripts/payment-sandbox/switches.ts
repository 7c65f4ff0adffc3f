/** Trouble that can be asked for, so that the shop can be seen to live through it. Gone after a restart. */
export interface Switches {
  /** Messages are written down but not sent. */
  dropWebhooks: boolean;
  /** How many more times each message is sent. */
  extraCopies: number;
  /** How long each message waits before it is first sent. */
  delaySeconds: number;
  /** How long a payment says "processing" before the money comes; 0 is at once. */
  settleSeconds: number;
  /** What happens to the next calls of the API, and to how many of them. */
  fault: { kind: ApiFault; calls: number } | null;
}

/**
 * `error`: answers 500 and does nothing. `hang`: never answers and does nothing. `lose_answer`: does what was
 * asked, then breaks the connection.
 */
export const API_FAULTS = ["error", "hang", "lose_answer"] as const;
export type ApiFault = (typeof API_FAULTS)[number];

export const NO_TROUBLE: Readonly<Switches> = {
  dropWebhooks: false,
  extraCopies: 0,
  delaySeconds: 0,
  settleSeconds: 0,
  fault: null,
};

/** Takes the trouble that is due for one call of the API. */
export function takeFault(switches: Switches): ApiFault | null {
  const { fault } = switches;
  if (!fault) return null;
  switches.fault = fault.calls > 1 ? { ...fault, calls: fault.calls - 1 } : null;
  return fault.kind;
}
