import { expect, it } from "vitest";
import { asLost, isLost } from "../../app/browser/unexpected";

const asThrown = (error: unknown): unknown => {
  try {
    return asLost(error);
  } catch (thrown) {
    return thrown;
  }
};

/** A fetch that is stopped says AbortError in Firefox and in older Safaris, where others say TypeError. */
it.each([
  asThrown(new TypeError("Failed to fetch")),
  asThrown(new DOMException("The operation was aborted.", "AbortError")),
  new SyntaxError("Unexpected end of JSON input"),
  new DOMException("The operation was aborted.", "AbortError"),
])("a request that got no response is lost, and can be asked again: %s", (error) => {
  expect(isLost(error)).toBe(true);
});

it.each([
  new TypeError("undefined is not a function"),
  ...[new Error("broken"), new DOMException("Not allowed.", "NotAllowedError"), "a text"].map(asThrown),
])("any other error is one of ours: %s", (error) => {
  expect(isLost(error)).toBe(false);
});
