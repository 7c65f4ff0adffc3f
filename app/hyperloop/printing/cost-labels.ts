import type { LineVerdict, ReprintCause, ReprintPayer } from "~/domain/operations/printing/print-costs";
import type { BadgeTone } from "~/ui/badge";

/** Texts about what printing costs. */

export const CAUSES: Readonly<Record<ReprintCause, string>> = {
  came_back: "Came back",
  damaged: "Damaged",
  printers_mistake: "Printer’s mistake",
  lost: "Lost",
  our_mistake: "Our mistake",
  other: "Another reason",
};

export const PAYERS: Readonly<Record<ReprintPayer, string>> = {
  us: "We pay",
  printer: "The printer pays",
  carrier: "The carrier pays",
  customer: "The customer pays",
};

export const VERDICTS: Readonly<Record<LineVerdict, readonly [word: string, tone: BadgeTone]>> = {
  matched: ["Matched", "good"],
  differs: ["Differs", "bad"],
  uncosted: ["No cost known", "pending"],
  twice: ["Billed twice", "bad"],
  unknown: ["Not ours", "bad"],
};
