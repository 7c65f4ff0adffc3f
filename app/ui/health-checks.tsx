import type { PartHealth } from "~/domain/system/health/system-health.server";
import { Badge } from "./badge";
import { DescriptionList } from "./description-list";

const PART_NAMES: Readonly<Record<PartHealth["part"], string>> = {
  database: "Database",
  storage: "Storage",
  payment: "Payments",
  email: "Email",
  api: "API",
};

const STATES = {
  healthy: { tone: "good", word: "Healthy" },
  warning: { tone: "pending", word: "Warning" },
  error: { tone: "bad", word: "Error" },
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
      items={health.map(({ part, status, message, durationMs }) => ({
        name: PART_NAMES[part],
        value: (
          <>
            <Badge tone={STATES[status].tone}>{STATES[status].word}</Badge>
            {(full || status !== "healthy") && (
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
