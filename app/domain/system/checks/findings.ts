import type { CheckState } from "./check";

/** What the doctor says, of the machine that writes and of those beside it. */

export interface Finding {
  /** Such as "Mail: certificate". */
  name: string;
  state: CheckState;
  message: string;
  /** What to do about it; null where nothing has to be done. */
  toDo: string | null;
}

const MARKS: Readonly<Record<CheckState, string>> = {
  well: "well    ",
  warning: "WARNING ",
  failing: "FAILING ",
  unknown: "UNKNOWN ",
};

/** The finding as lines of a terminal. */
export function asText({ name, state, message, toDo }: Finding): string {
  return `${MARKS[state]} ${name}: ${message}${toDo ? `\n          → ${toDo}` : ""}`;
}
