import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";

/** Nothing that is sent may break the app: a test in which it logged an error fails. */
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
