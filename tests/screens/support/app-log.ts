import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";

/** Whatever is sent, the house never breaks: a test in which it noted an error of its own fails. */
export function expectNothingBreaks(): void {
  let noted: MockInstance<typeof console.error>;
  beforeEach(() => {
    noted = vi.spyOn(console, "error");
  });
  afterEach(() => {
    const errors = noted.mock.calls.map((words) => words.map(String).join(" "));
    noted.mockRestore();
    expect(errors).toEqual([]);
  });
}
