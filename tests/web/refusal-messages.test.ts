import { expect, it } from "vitest";
import { refusalWords } from "~/web/refusal-messages";

it.each([
  [404, "We can’t find that page"],
  [418, "That didn’t work"],
  [499, "That didn’t work"],
  [500, "Something went wrong"],
  [501, "Something went wrong"],
  [502, "Back in a few minutes"],
  [503, "Back in a few minutes"],
  [504, "Back in a few minutes"],
  [505, "Something went wrong"],
])("a page with the status %i says “%s”", (status, title) => {
  expect(refusalWords({ status, data: null }).title).toBe(title);
});

it("an error without a response is ours", () => expect(refusalWords(null).title).toBe("Something went wrong"));
