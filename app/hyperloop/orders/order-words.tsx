import { Badge, type BadgeTone } from "~/ui/badge";

const STATUSES: Readonly<Record<string, { word: string; tone: BadgeTone }>> = {
  PENDING: { word: "Pending", tone: "pending" },
  PAID: { word: "Paid", tone: "good" },
  CANCELLED: { word: "Cancelled", tone: "off" },
  PARTLY_REFUNDED: { word: "Partly refunded", tone: "info" },
  REFUNDED: { word: "Refunded", tone: "off" },
};

export const STATUS_OPTIONS = [
  { value: "all", label: "All" },
  ...Object.entries(STATUSES).map(([value, { word }]) => ({ value, label: word })),
];

export function OrderBadge({ status }: { readonly status: string }) {
  const { word, tone } = STATUSES[status] ?? { word: status, tone: "neutral" as const };
  return <Badge tone={tone}>{word}</Badge>;
}

export const KINDS: Readonly<Record<string, string>> = {
  loop: "Loop",
  gift: "Gift",
  book_copies: "Book copies",
};

/** Where the books of an order stand. */
export const PARCEL_STATES = {
  waiting: "To print",
  printing: "At the printer",
  shipped: "On its way",
  delivered: "Delivered",
} as const;
