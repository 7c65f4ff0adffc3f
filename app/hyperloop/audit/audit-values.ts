import { formatPence } from "~/domain/kernel/money/pounds";
import { formatNumber } from "~/domain/kernel/text/numbers";
import { formatMoment } from "~/domain/kernel/time/format-days";

/**
 * '{"loopDeliveryPence":0}' and '{"loopDeliveryPence":150}' as "loop delivery: £0.00 → £1.50". What had no value and has
 * none is left out; ids of rows are in the file alone.
 */
export function formatChange(before: string | null, after: string | null): string {
  const was = valuesIn(before);
  const is = valuesIn(after);
  const names = [...Object.keys(is), ...Object.keys(was).filter((name) => !(name in is))];
  return names
    .filter((name) => !isId(name) && (was[name] ?? is[name] ?? null) !== null)
    .map((name) => `${inWords(name)}: ${formatOne(name, was, is)}`)
    .join(", ");
}

function formatOne(name: string, was: Values, is: Values): string {
  if (!(name in was)) return formatValue(name, is[name]);
  if (!(name in is)) return `${formatValue(name, was[name])} before`;
  const values = [formatValue(name, was[name]), formatValue(name, is[name])];
  return [...new Set(values)].join(" → ");
}

type Values = Readonly<Record<string, unknown>>;

function valuesIn(json: string | null): Values {
  const values: unknown = json === null ? {} : JSON.parse(json);
  return typeof values === "object" && values !== null ? { ...values } : { value: values };
}

function formatValue(name: string, value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return name.endsWith("Pence") ? formatPence(value) : formatNumber(value);
  if (typeof value === "string" && value !== "") {
    return AN_INSTANT.test(value) ? formatMoment(new Date(value)) : value;
  }
  if (Array.isArray(value)) return value.map((one) => formatValue(name, one)).join("; ") || "none";
  if (typeof value !== "object" || value === null) return "none";
  return Object.entries(value)
    .filter(([key]) => !isId(key))
    .map(([key, one]) => `${inWords(key)}: ${formatValue(key, one)}`)
    .join(", ");
}

const AN_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const isId = (name: string) => /^id$|Ids?$/.test(name);
const inWords = (name: string) =>
  name.replace(/Pence$/, "").replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
