import { settings } from "~/adapters/settings.server";
import { PRINTER_SILENT_MS } from "../health/health-limits";
import { stoppedShipments } from "../health/waiting-work.server";
import { alarming, type Check, check, DOCTOR_COMMAND, well } from "./check";
import { assessService } from "./service.server";

/** The printer's API, and the parcels that it prints. With it away books wait with us and the product does its work. */
export const PRINTER: readonly Check[] = [
  check({
    readers: { staff: "printer" },
    alarms: {
      printer_failing: {
        title: "The printer isn’t answering",
        means: "Parcels sent to the printer wait with us. They’re ordered as soon as it answers.",
        steps: [
          "Check the printer’s status page.",
          "Run the doctor. It says whether the key is refused or the network is failing.",
          "If books can’t wait, take their files to a printer by hand from the page of each parcel.",
        ],
        command: DOCTOR_COMMAND,
        ends: "itself",
      },
    },
    assess: (now) =>
      settings.printer
        ? assessService("printer", { kind: "printer_failing", silentMs: PRINTER_SILENT_MS, now })
        : well("Books are taken to a printer by hand."),
  }),
  check({
    alarms: {
      print_order_stopped: {
        title: "The printer isn’t printing a parcel",
        means:
          "It refused the order, can’t fetch a file, doesn’t have the product at the moment, or is waiting for us to pay.",
        steps: [
          "Read the printer’s words on the parcel’s page. It’s in the inbox, under “Parcels to print again”.",
          "If it waits for a payment, authorise it in the printer’s own dashboard. The alarm ends once it goes on.",
          "Otherwise cancel the order on the parcel’s page, put the cause right, and order again or print it by hand.",
        ],
        command: DOCTOR_COMMAND,
        ends: "itself",
      },
    },
    assess: () =>
      stoppedShipments().map((id) =>
        alarming(
          "print_order_stopped",
          "The printer isn’t printing it. The parcel’s page says why, in the printer’s words.",
          { type: "shipment", id },
        ),
      ),
  }),
];
