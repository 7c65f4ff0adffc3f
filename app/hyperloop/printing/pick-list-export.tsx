import { BINDING_WORDS } from "~/domain/kernel/book-format/bindings";
import { isDay, londonDay } from "~/domain/kernel/time/days";
import { exportPickList } from "~/domain/operations/printing/pick-list.server";
import { twoStreetLines } from "~/domain/people/addresses/forms";
import { PATHS } from "~/hyperloop/paths";
import { leadToPage, staffAction } from "~/hyperloop/staff-route.server";
import { sendCsv } from "~/web/csv";

const HEAD = [
  ...["Parcel", "Title", "Copies", "Binding", "Packing", "Pages", "Name", "Address line 1", "Address line 2"],
  ...["Town or city", "County", "Postcode", "Ticket"],
];

/** The file is made by the button of the page. */
export const loader = leadToPage("printing.change", () => `${PATHS.printQueue}/pick-list`);

/** The pick list of a day as a file; who took it is written down. */
export const action = staffAction("printing.change", ({ staff, form, now }) => {
  const asked = String(form.get("day") ?? "");
  const day = isDay(asked) ? asked : londonDay(now);
  const lines = exportPickList(day, staff.staffId, now).map((line) => {
    const { name = "", lines = [], city = "", county = "", postcode = "" } = line.address ?? {};
    const { line1, line2 } = twoStreetLines(lines);
    const { name: binding, packing } = BINDING_WORDS[line.binding];
    return [
      ...[line.reference, line.title, line.copies, binding, packing, line.pages, name, line1, line2],
      ...[city, county, postcode, `${PATHS.printQueue}/${line.shipmentId}#files`],
    ];
  });
  return sendCsv(`pick-list-${day}.csv`, [HEAD, ...lines]);
});
