import type { ShipmentLine } from "~/domain/operations/printing/print-queue.server";
import { StatusBadge } from "~/hyperloop/statuses";
import { CellNote } from "~/ui/table";
import { formatThings } from "./printing-labels";

interface LineStateProps {
  readonly line: Pick<
    ShipmentLine,
    "state" | "filesState" | "warningCount" | "isInDoubt" | "stale" | "carrier" | "trackingNumber"
  >;
}

/** Where a shipment of the queue is, and what is to be known before it moves on. */
export function LineState({ line }: LineStateProps) {
  const isWaiting = line.state === "waiting";
  return (
    <>
      {isWaiting ? <StatusBadge of="printFiles" is={line.filesState} /> : <StatusBadge of="shipment" is={line.state} />}
      {isWaiting && line.filesState === "ready" && line.warningCount > 0 && (
        <CellNote>{formatThings(line.warningCount)}</CellNote>
      )}
      {isWaiting && line.isInDoubt && (
        <CellNote>
          <b>Payment in doubt</b>
        </CellNote>
      )}
      {line.stale && (
        <CellNote>
          <b>Made before the {line.stale} changed</b>
        </CellNote>
      )}
      {line.carrier && (
        <CellNote>
          {line.carrier} {line.trackingNumber}
        </CellNote>
      )}
    </>
  );
}
