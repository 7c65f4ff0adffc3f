import { beforeEach, describe, expect, it } from "vitest";
import { call, dataOf, formTokenOf } from "../../api/support/api-clients";
import { expectNothingBreaks } from "../../screens/support/app-log";
import { countOf, rowOf } from "../../screens/support/records";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";
import type { Visitor } from "../../support/visitor";

/** How many vouchers can be made at once, of what value, and how many of them wait for approval. */

const PATH = "/hyperloop/vouchers/generate";
const COUNT = "Please enter a whole number from 1 to 5,000";
const VALUE = "Please enter a value above 0, up to £1,000.00";

let browser: Visitor;
let token: string;
/** A staff member who has given nothing away today. */
beforeEach(async () => {
  const app = await openApp();
  browser = (await staffBrowser(app, "super_admin")).browser;
  token = await formTokenOf(browser);
});
expectNothingBreaks();

interface Input {
  count?: string;
  value?: string;
  isTest?: boolean;
}

/** The form and the call, with the same input; each gives its error messages, none if it was accepted. */
const SUBMITTERS: Record<string, (input: Input) => Promise<{ status: number; refusal: string }>> = {
  async "the screen"({ count = "1", value = "10", isTest = false }) {
    await browser.visit(PATH);
    const page = await browser.submit("Generate", {
      "How many": count,
      Value: value,
      "What for": "Bounds",
      "Mark as test vouchers": isTest,
    });
    return { status: page.status, refusal: page.errorSummary().join(" ") };
  },
  // Numbers are sent as written here: JSON has no NaN, and 1e309 exceeds the largest number.
  async "the call"({ count = "1", value = "10", isTest = false }) {
    const body = `{"count":${count || '""'},"value":${value || '""'},"isTestVoucher":${isTest}}`;
    const response = await call(browser, "POST", PATH, body, { headers: { "X-CSRF-Token": token } });
    return { status: response.status, refusal: String(dataOf(response).error ?? "") };
  },
};

/** What was written meanwhile: batches, usable vouchers and held vouchers. */
async function madeBy(make: () => Promise<unknown>) {
  const counts = () => [
    countOf("voucher_batches"),
    countOf("vouchers", "status = 'ACTIVE'"),
    countOf("vouchers", "status = 'SUSPENDED'"),
  ];
  const before = counts();
  await make();
  return counts().map((found, place) => found - (before[place] ?? 0));
}

describe.each(Object.keys(SUBMITTERS))("%s", (submitter) => {
  const ask = SUBMITTERS[submitter];
  if (!ask) throw new Error(`There is no submitter called ${submitter}.`);

  it.each([
    ...["", "0", "5001", "NaN", "1000000000", "1e9", "2.5", "-1", "-100"].map((count) => [{ count }, COUNT]),
    ...["", "0", "0.00", "-10", "1000.01", "NaN", "1e309", "0.001"].map((value) => [{ value }, VALUE]),
  ] as [Input, string][])("makes nothing of %j", async (input, sentence) => {
    let response = { status: 0, refusal: "" };
    const made = await madeBy(async () => {
      response = await ask(input);
    });
    expect(made).toEqual([0, 0, 0]);
    // Bodies that are no JSON object are refused before the form schema is applied.
    expect([400, 422]).toContain(response.status);
    const isValidated = submitter === "the screen" || /^-?\d[\d.]*$/.test(input.count ?? input.value ?? "");
    if (isValidated) expect(response.refusal).toContain(sentence);
  });

  it.each([
    ["one, the fewest", { count: "1" }, [1, 1, 0]],
    ["a hundred, the most, but not by one person alone", { count: "100", value: "1" }, [1, 0, 100]],
    ["a hundred for trying out", { count: "100", value: "1", isTest: true }, [1, 100, 0]],
    ["one of the highest value", { value: "1000.00" }, [1, 1, 0]],
    ["fourteen, whatever they say they are worth", { count: "14", value: "1000.00" }, [1, 14, 0]],
    [
      "fifteen, which cost more than a thousand pounds at a loop each, held back",
      { count: "15", value: "0.01" },
      [1, 0, 15],
    ],
    ["one of a penny", { value: "0.01" }, [1, 1, 0]],
  ] as [string, Input, number[]][])("makes %s", async (_, input, wanted) => {
    expect(await madeBy(() => ask(input))).toEqual(wanted);
    const { count = "1", value = "10" } = input;
    const batch = rowOf("SELECT id, count, value_pence FROM voucher_batches ORDER BY rowid DESC LIMIT 1");
    expect(batch).toMatchObject({ count: Number(count), value_pence: Math.round(Number(value) * 100) });
    expect(countOf("vouchers", "batch_id = ? AND value_pence = ?", batch.id, batch.value_pence)).toBe(Number(count));
  });
});
