import { Badge, type BadgeTone } from "~/ui/badge";
import type { SelectOption } from "~/ui/field";

/** How a status is shown to staff. Each status has a table of these: `satisfies Record<Status, StatusLabel>`. */
export interface StatusLabel {
  readonly word: string;
  readonly tone: BadgeTone;
}

export function StatusBadge({ word, tone }: StatusLabel) {
  return <Badge tone={tone}>{word}</Badge>;
}

/** The choices of a list's filter by status, in the order of the table: all of them, then each. */
export function statusOptions(table: Readonly<Record<string, StatusLabel>>): SelectOption[] {
  return [{ value: "all", label: "All" }, ...Object.entries(table).map(toOption)];
}

const toOption = ([value, { word }]: [string, StatusLabel]) => ({ value, label: word });
