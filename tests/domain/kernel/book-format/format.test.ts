import { expect, it } from "vitest";
import { BOOK_FORMAT, canBeBound } from "~/domain/kernel/book-format/format";

const FORMAT = { ...BOOK_FORMAT, fewestPages: 24, mostPages: 48, pageMultiple: 4 };

it.each([
  [20, "too_few_pages"],
  [24, null],
  [26, "not_a_multiple"],
  [48, null],
  [52, "too_many_pages"],
])("a block of %d pages cannot be bound for this reason: %s", (pages, reason) => {
  const bound = canBeBound(pages, FORMAT);
  expect(bound.ok ? null : bound.reason).toBe(reason);
});
