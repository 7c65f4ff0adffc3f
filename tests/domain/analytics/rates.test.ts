import { expect, it } from "vitest";
import { conversion } from "~/domain/analytics/rates";

it.each([
  [3, 12, 0.25],
  [1, 1, 1],
  [4, 1, null],
  [1, 0, null],
  [0, 0, null],
])("%s sold to %s visitors is a share of %s", (sold, visitors, share) => {
  expect(conversion(sold, visitors)).toBe(share);
});
