import type { ShipmentLine } from "~/domain/printing/print-queue.server";
import { StatusBadge } from "~/hyperloop/statuses";
import { sayThings } from "./printing-labels";

interface LineStateProps {
  readonly line: Pick<
    ShipmentLine,
    "state" | "filesState" | "warningCount" | "isInDoubt" | "stale" | "carrier" | "trackingNumber"
  >;
}

/** Where a parcel of the queue is, and what is to be known before it moves on. */
export function LineState({ line }: LineStateProps) {
  const isWaiting = line.state === "waiting";
  return (
    <>
      {isWaiting ? (
        <StatusBadge of="printFiles" is={line.filesState} />
      ) : (
        <StatusBadge of="shipment" is={line.state} />
      )}
      {isWaiting && line.filesState === "ready" && line.warningCount > 0 && (
        <>
          <br />
          {sayThings(line.warningCount)}
        </>
      )}
      {isWaiting && line.isInDoubt && (
        <>
          <br />
          <b>Payment in doubt</b>
        </>
      )}
      {line.stale && (
        <>
          <br />
          <b>Made before the {line.stale} changed</b>
        </>
      )}
      {line.carrier && (
        <>
          <br />
          <span className="muted">
            {line.carrier} {line.trackingNumber}
          </span>
        </>
      )}
    </>
  );
}
