import { expect, it } from "vitest";
import { discountForm } from "~/domain/shop/discounts/forms";

const TYPED = { code: "SPRING", type: "PERCENTAGE", value: "10" };

it.each([
  [{ value: "100" }, []],
  [{ value: "101" }, ["Please enter a whole percentage from 1 to 100"]],
  [{ value: "10.50" }, ["Please enter a whole percentage from 1 to 100"]],
  [{ type: "FIXED_AMOUNT", value: "1000" }, []],
  [{ type: "FIXED_AMOUNT", value: "1000.01" }, ["Please enter a value above 0, up to £1,000.00"]],
  [{ type: "FIXED_AMOUNT", value: "10.50" }, []],
  [{ startsOn: "2026-12-01", expiresOn: "2026-12-01" }, []],
  [{ startsOn: "2026-12-01", expiresOn: "2026-11-30" }, ["Please choose a last day on or after the first day"]],
  [{ startsOn: "2026-12-01", expiresOn: "" }, []],
])("a code with %j is answered with %j", (change, messages) => {
  const { error } = discountForm.safeParse({ ...TYPED, ...change });
  expect(error?.issues.map(({ message }) => message) ?? []).toEqual(messages);
});
