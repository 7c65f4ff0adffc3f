import { printer } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import { PRINTER_SILENT_MS } from "../health/health-limits";
import { stoppedShipments } from "../health/waiting-work.server";
import { type Check, DOCTOR_COMMAND, failing, well } from "./check";
import { assessService } from "./service-silence.server";

const BY_HAND = well("Books are taken to a printer by hand.");

/** The printer's API, and the shipments that it prints. With it away books wait with us and the product does its work. */
export const PRINTER: readonly Check[] = [
  {
    readers: { staff: "printer" },
    alarm: {
      kind: "printer_failing",
      title: "The printer isn’t answering",
      means: "Parcels sent to the printer wait with us. They’re ordered as soon as it answers.",
      steps: [
        "Check the printer’s status page.",
        "Run the doctor. It says whether the key is refused or the network is failing.",
        "If books can’t wait, take their files to a printer by hand from the page of each parcel.",
      ],
      command: DOCTOR_COMMAND,
    },
    assess: (now) => (settings.printer ? assessService("printer", PRINTER_SILENT_MS, now) : BY_HAND),
  },
  {
    alarm: {
      kind: "print_order_stopped",
      title: "The printer isn’t printing a parcel",
      means:
        "It refused the order, can’t fetch a file, doesn’t have the product at the moment, or is waiting for us to pay.",
      steps: [
        "Read the printer’s words on the parcel’s page. It’s in the inbox, under “Parcels to print again”.",
        "If it waits for a payment, authorise it in the printer’s own dashboard. The alarm ends once it goes on.",
        "Otherwise cancel the order on the parcel’s page, put the cause right, and order again or print it by hand.",
      ],
      command: DOCTOR_COMMAND,
    },
    assess: () =>
      stoppedShipments().map((id) => ({
        ...failing("The printer isn’t printing it. The parcel’s page says why, in the printer’s words."),
        about: { type: "shipment", id },
      })),
  },
  {
    readers: { doctor: "Printer" },
    toDo: "Compare PRINTER_API_KEY with the printer’s dashboard, and look at its status page.",
    async assess() {
      if (!settings.printer) return BY_HAND;
      const found = await printer.check();
      if (found.ok) return well("It answers, and knows our key.");
      return failing(`It refuses our key, or doesn’t answer: ${found.message.slice(0, 200)}`);
    },
  },
];
