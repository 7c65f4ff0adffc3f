/** What the doctor says of one thing. */

export const STATES = ["well", "warning", "failing", "unknown"] as const;
export type FindingState = (typeof STATES)[number];

export interface Finding {
  /** Such as "Mail: certificate". */
  name: string;
  /** `unknown`: it could not be looked at, which is no pass. */
  state: FindingState;
  /** In plain English; no password, no key and no URL that lets its reader in. */
  message: string;
  /** What to do about it; null where nothing has to be done. */
  toDo: string | null;
}

export const well = (name: string, message: string): Finding => ({
  name,
  state: "well",
  message,
  toDo: null,
});
export const warning = (name: string, message: string, toDo: string): Finding => ({
  name,
  state: "warning",
  message,
  toDo,
});
export const failing = (name: string, message: string, toDo: string): Finding => ({
  name,
  state: "failing",
  message,
  toDo,
});
export const unknown = (name: string, message: string, toDo: string): Finding => ({
  name,
  state: "unknown",
  message,
  toDo,
});

const MARKS: Readonly<Record<FindingState, string>> = {
  well: "well    ",
  warning: "WARNING ",
  failing: "FAILING ",
  unknown: "UNKNOWN ",
};

/** The finding as lines of a terminal. */
export function asText({ name, state, message, toDo }: Finding): string {
  return `${MARKS[state]} ${name}: ${message}${toDo ? `\n          → ${toDo}` : ""}`;
}
