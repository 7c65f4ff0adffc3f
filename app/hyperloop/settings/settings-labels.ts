import type { readShopSettings } from "~/domain/backoffice/settings/shop-settings.server";
import { BINDING_WORDS } from "~/domain/kernel/book-format/bindings";
import { formatPence, writePounds } from "~/domain/kernel/money/pounds";
import { formatNumber } from "~/domain/kernel/text/numbers";
import { WARM_UP } from "~/domain/mail/outbox/rates";

export type Part = "prices" | "company" | "switches" | "promises" | "emailRates";
type ShopSettings = ReturnType<typeof readShopSettings>;

interface Line {
  readonly name: string;
  readonly label: string;
  readonly kind: "pounds" | "percent" | "text" | "email" | "switch" | "hours" | "count";
  readonly hint?: string;
  readonly optional?: boolean;
}

/** The settings of each part's page, in the order shown. */
export const PARTS: Readonly<Record<Part, { title: string; lead: string; lines: readonly Line[] }>> = {
  prices: {
    title: "Prices, delivery and tax",
    lead: "For new orders only. Existing orders keep their prices.",
    lines: [
      { name: "loopPence", label: "Loop", kind: "pounds" },
      {
        name: "loopDeliveryPence",
        label: "UK delivery of a loop",
        kind: "pounds",
        hint: "0.00 shows as free",
      },
      {
        name: "bookCopyStandardPence",
        label: `Book copy, ${BINDING_WORDS.standard.name.toLowerCase()}`,
        kind: "pounds",
      },
      {
        name: "bookCopyLuxuryPence",
        label: `Book copy, ${BINDING_WORDS.luxury.name.toLowerCase()}`,
        kind: "pounds",
      },
      { name: "bookCopyDeliveryPence", label: "Delivery of book copies", kind: "pounds" },
      { name: "bookCopyFreeDeliveryAbovePence", label: "Free delivery of copies above", kind: "pounds" },
      {
        name: "bookCopyTaxPercent",
        label: "Tax on book copies",
        kind: "percent",
        hint: "Percentage of the subtotal. 0 shows no tax line",
      },
    ],
  },
  company: {
    title: "Company details",
    lead: "The seller’s details in every email, document and page.",
    lines: [
      { name: "name", label: "Name", kind: "text" },
      { name: "email", label: "Email address", kind: "email", hint: "We send enquiries here" },
      { name: "address", label: "Registered address", kind: "text", optional: true },
      { name: "number", label: "Company number", kind: "text", optional: true },
      {
        name: "registeredIn",
        label: "Registered in",
        kind: "text",
        optional: true,
        hint: "England and Wales, Scotland or Northern Ireland",
      },
      { name: "phone", label: "Phone number", kind: "text", optional: true },
      {
        name: "vatNumber",
        label: "VAT number",
        kind: "text",
        optional: true,
        hint: "Leave blank if you aren’t registered for VAT",
      },
      {
        name: "printerCountry",
        label: "Printer’s country",
        kind: "text",
        optional: true,
        hint: "The privacy policy says it",
      },
    ],
  },
  switches: {
    title: "Switches",
    lead: "What the scheduler does automatically.",
    lines: [
      {
        name: "weeklyEmails",
        label: "Weekly emails",
        kind: "switch",
        hint: "We send none while this is off",
      },
      { name: "loopReminders", label: "Reminders to choose a delivery date", kind: "switch" },
    ],
  },
  promises: {
    title: "Target times",
    lead: "How long work may wait in the inbox before it’s late.",
    lines: [
      { name: "disputes", label: "Disputes", kind: "hours" },
      { name: "approvals", label: "Approvals", kind: "hours" },
      { name: "emails", label: "Emails that didn’t arrive", kind: "hours" },
      { name: "shipments", label: "Parcels to print again", kind: "hours" },
      { name: "weeks", label: "Flagged weeks", kind: "hours" },
      { name: "alarms", label: "Alarms", kind: "hours" },
      { name: "notes", label: "Notes due", kind: "hours" },
    ],
  },
  emailRates: {
    title: "Email rates",
    lead: "How many emails we send an hour. Verification codes have no limit.",
    lines: [
      { name: "orders", label: "Orders, gifts and parcels", kind: "count" },
      { name: "weekly", label: "Weekly emails", kind: "count" },
      { name: "reminders", label: "Reminders", kind: "count" },
      {
        name: "domain",
        label: "Weekly emails and reminders to one domain",
        kind: "count",
        hint: "Such as gmail.com",
      },
      {
        name: "warmsUp",
        label: "Start slowly from a new sending address",
        kind: "switch",
        hint: `${WARM_UP[0]} weekly emails an hour on the first day, twice as many each day, for ${WARM_UP.length} days`,
      },
    ],
  },
};

export function isPart(text: string): text is Part {
  return Object.hasOwn(PARTS, text);
}

/** The values of a part by name, as its form shows them. */
export function typedValues(part: Part, all: ShopSettings): Record<string, string> {
  const values = new Map<string, unknown>(Object.entries(all[part]));
  const typed = ({ name, kind }: Line) => {
    const value = values.get(name);
    if (kind === "pounds") return writePounds(Number(value));
    if (kind === "switch") return value === true ? "on" : "";
    return String(value ?? "");
  };
  return Object.fromEntries(PARTS[part].lines.map((line) => [line.name, typed(line)]));
}

/** The same as they are read. */
export function shownValues(part: Part, all: ShopSettings): { name: string; value: string }[] {
  const values = new Map<string, unknown>(Object.entries(all[part]));
  return PARTS[part].lines.map(({ name, label, kind }) => {
    const value = values.get(name);
    if (kind === "pounds") return { name: label, value: formatPence(Number(value)) };
    if (kind === "percent") return { name: label, value: `${value}%` };
    if (kind === "count") return { name: label, value: `${formatNumber(Number(value))} an hour` };
    if (kind === "hours") return { name: label, value: `${value} hours` };
    if (kind === "switch") return { name: label, value: value === true ? "On" : "Off" };
    return { name: label, value: String(value ?? "Not given") };
  });
}
