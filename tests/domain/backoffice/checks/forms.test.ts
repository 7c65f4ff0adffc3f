import { expect, it } from "vitest";
import { testVouchersForm } from "~/domain/backoffice/checks/forms";

it.each([
  ["1", 1],
  ["1825", 1825],
  ["0", 365],
  ["1826", 365],
  ["soon", 365],
])("read “%s” days as %i", (expiryDays, days) => {
  expect(testVouchersForm.parse({ count: "1", value: "49", expiryDays }).expiryDays).toBe(days);
});
