import { expect, it } from "vitest";
import { z } from "zod";
import { fieldsOfForms } from "./form-fields";

/** Longer than any field that reaches a form; see SHEET_LIMITS in app/web/limits.ts. */
const TOO_LONG = 300_000;
const HOSTILE = ["a", "1", "a ", "\n", "雨", "a\u0301", "A1-", "a@"];
/** The most that a form may keep of such a text: of a list of codes or lines that has a limit of its own. */
const LONGEST_STORED = 10_000;

/** What does not take a text a little longer than that takes none that is much longer. */
const storesTooMuch = (field: z.ZodType) => [LONGEST_STORED + 2_000, TOO_LONG].every((length) => stores(field, length));

function stores(field: z.ZodType, length: number): boolean {
  return HOSTILE.some((unit) => {
    const result = field.safeParse(unit.repeat(length / unit.length));
    return result.success && (JSON.stringify(result.data) ?? "").length > LONGEST_STORED;
  });
}

it("no field of a form takes a text of any length", async () => {
  const fields = await fieldsOfForms();
  expect(fields.length).toBeGreaterThan(100);
  // Forms share half of their fields.
  const unbounded = new Set([...new Set(fields.map(({ field }) => field))].filter(storesTooMuch));
  expect(fields.filter(({ field }) => unbounded.has(field)).map(({ name }) => name)).toEqual([]);
  expect(storesTooMuch(z.string())).toBe(true);
  expect(storesTooMuch(z.string().trim().max(80))).toBe(false);
});
