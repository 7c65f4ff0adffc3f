import { formatPence } from "~/domain/money/pounds";
import { formatNumber } from "~/domain/text/numbers";
import { formatMoment } from "~/domain/time/format-days";

/** '{"loopDeliveryPence":150}' as "loop delivery: £1.50"; ids of rows are in the file alone. */
export function sayValues(json: string | null): string {
  return json === null ? "" : sayValue("", JSON.parse(json));
}

function sayValue(name: string, value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return name.endsWith("Pence") ? formatPence(value) : formatNumber(value);
  if (typeof value === "string" && value !== "") {
    return AN_INSTANT.test(value) ? formatMoment(new Date(value)) : value;
  }
  if (Array.isArray(value)) return value.map((one) => sayValue(name, one)).join("; ") || "none";
  if (typeof value !== "object" || value === null) return "none";
  return Object.entries(value)
    .filter(([key]) => !/^id$|Ids?$/.test(key))
    .map(([key, one]) => `${inWords(key.replace(/Pence$/, ""))}: ${sayValue(key, one)}`)
    .join(", ");
}

const AN_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const inWords = (name: string) => name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
