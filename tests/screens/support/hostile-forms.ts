import { expect } from "vitest";
import type { FormEntry } from "../../support/html-form";
import type { TestResponse } from "../../support/test-response";
import type { Visitor } from "../../support/visitor";
import { faultsOf } from "./markup";

/** Values that no page sends. */

export const TWO_MEGABYTES = "All the news of the week. ".repeat(Math.ceil((2 * 1024 * 1024) / 26));
export const MANY_SCRIPTS = "Zoë & Łukasz “Q” 今週 مرحبا يا أصدقاء שלום 👩‍👩‍👧🎉 é";
export const CONTROLS = "be\u0000fore\u0007 and\u001b[31m after\u007f";

interface Odd {
  what: string;
  entries: (field: string) => readonly FormEntry[];
  /** The expected response; if left out, any will do but a server error. */
  status?: number;
}

/** Entries added to an otherwise correct form. */
const ODD_ENTRIES: readonly Odd[] = [
  { what: "its name with brackets", entries: (field) => [[`${field}[]`, "x"]] },
  { what: "its name with a number", entries: (field) => [[`${field}[7]`, "x"]] },
  { what: "its name with a point", entries: (field) => [[`${field}.x.y`, "x"]] },
  { what: "its name with half a bracket", entries: (field) => [[`${field}[`, "x"]] },
  { what: "it three times", entries: (field) => ["x", "y", "z"].map((value): FormEntry => [field, value]) },
  { what: "a place in a list of ten million", entries: (field) => [[`${field}[9999999]`, "x"]], status: 400 },
  { what: "control characters", entries: (field) => [[field, CONTROLS]] },
  { what: "many scripts", entries: (field) => [[field, MANY_SCRIPTS]] },
  { what: "half a character", entries: (field) => [[field, "\ud83d"]] },
  { what: "a word kept for form scripts", entries: () => [["__intent__", "x"]] },
  {
    what: "an order to form scripts",
    entries: (field) => [
      ["__intent__", JSON.stringify({ type: "insert", payload: { name: field, index: 99_999_999 } })],
    ],
  },
  { what: "a state of form scripts", entries: () => [["__state__", "{"]] },
];

/** One of our forms: its page and its button. */
export interface OurForm {
  arrive: (browser: Visitor) => Promise<TestResponse>;
  button: string;
  /** One of its fields. */
  field: string;
}

/** Sends every hostile value to one form, each time from a fresh page, and expects a clear response to each. */
export async function sendEverythingOdd(browser: Visitor, { arrive, button, field }: OurForm): Promise<void> {
  const refused: string[] = [];
  let isLookedAt = false;
  for (const { what, entries, status } of ODD_ENTRIES) {
    for (const without of [[], [field]]) {
      await arrive(browser);
      const response = await browser.submit(button, {}, { extra: entries(field), without, follow: false });
      if (response.status >= 500 || (status ?? response.status) !== response.status) {
        refused.push(`${what}: ${response.status}`);
      }
      // A form that comes back with its mistakes.
      if (response.status !== 422 || isLookedAt) continue;
      isLookedAt = true;
      refused.push(...faultsOf(response));
    }
  }
  expect(refused).toEqual([]);
}

/** A field of two megabytes in an ordinary form is refused with an error message. */
export async function sendTwoMegabytes(browser: Visitor, { arrive, button, field }: OurForm): Promise<void> {
  await arrive(browser);
  const response = await browser.submit(button, {}, { extra: [[field, TWO_MEGABYTES]], without: [field] });
  expect(response.status).toBe(413);
  expect(response.heading).toBe("That’s more than this form can take");
}

/** Everything odd, and far too much, is sent in one field of a form; each time the response is clear. */
export async function expectClearResponses(browser: Visitor, form: OurForm): Promise<void> {
  await sendEverythingOdd(browser, form);
  await sendTwoMegabytes(browser, form);
}
