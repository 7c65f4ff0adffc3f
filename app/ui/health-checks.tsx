import type { PartHealth } from "~/domain/system/checks/health.server";
import { Badge } from "./badge";
import { DescriptionList } from "./description-list";

const STATES = {
  well: { tone: "good", word: "Healthy" },
  warning: { tone: "pending", word: "Warning" },
  failing: { tone: "bad", word: "Error" },
  unknown: { tone: "off", word: "Unknown" },
} as const;

/** The health of each part of the system, and why one isn’t well; `full` adds every finding and its duration. */
export function HealthChecks({
  health,
  full = false,
}: {
  readonly health: readonly PartHealth[];
  readonly full?: boolean;
}) {
  return (
    <DescriptionList
      items={health.map(({ name, state, message, durationMs }) => ({
        name,
        value: (
          <>
            <Badge tone={STATES[state].tone}>{STATES[state].word}</Badge>
            {(full || state !== "well") && (
              <>
                {" "}
                <span className="muted">
                  {message} {full && `${durationMs} ms`}
                </span>
              </>
            )}
          </>
        ),
      }))}
    />
  );
}
