import { expect, it } from "vitest";
import { z } from "zod";
import { fieldsOfForms } from "./form-fields";

/** Longer than any field that reaches a form; see SHEET_LIMITS in app/web/limits.ts. */
const TOO_LONG = 300_000;
const HOSTILE = ["a", "1", "a ", "\n", "雨", "a\u0301", "A1-", "a@"];
/** The most that a form may keep of such a text: of a list of codes or lines that has a limit of its own. */
const MOST_KEPT = 10_000;

function keepsTooMuch(field: z.ZodType): boolean {
  return HOSTILE.some((unit) => {
    const result = field.safeParse(unit.repeat(TOO_LONG / unit.length));
    return result.success && (JSON.stringify(result.data) ?? "").length > MOST_KEPT;
  });
}

it("no field of a form takes a text of any length", async () => {
  const fields = await fieldsOfForms();
  expect(fields.length).toBeGreaterThan(100);
  expect(fields.filter(({ field }) => keepsTooMuch(field)).map(({ name }) => name)).toEqual([]);
  expect(keepsTooMuch(z.string())).toBe(true);
  expect(keepsTooMuch(z.string().trim().max(80))).toBe(false);
});
