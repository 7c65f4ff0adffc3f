import type { ShipmentState } from "~/domain/printing/shipments";
import type { StatusLabel } from "./status-badge";

export const SHIPMENT_STATES = {
  waiting: { word: "To print", tone: "pending" },
  printing: { word: "At the printer", tone: "info" },
  shipped: { word: "On its way", tone: "info" },
  delivered: { word: "Delivered", tone: "good" },
} as const satisfies Record<ShipmentState, StatusLabel>;
