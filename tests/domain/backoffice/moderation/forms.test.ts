import { expect, it } from "vitest";
import { decisionForm } from "~/domain/backoffice/moderation/forms";

it.each([
  ["approve", "", true],
  ["reject", "No", false],
  ["reject", "No.", true],
  ["hide", "No", false],
  ["flag", "No", false],
  ["flag", "No.", true],
])("to %s with the note “%s” is taken or not", (judgement, notes, isTaken) => {
  expect(decisionForm.safeParse({ judgement, notes }).success).toBe(isTaken);
});
