import { expect, it, vi } from "vitest";
import { keepingWords } from "~/web/form-again.server";
import { refuseStaleForm } from "~/web/refusals.server";
import type { Submission } from "~/web/submission.server";

function submissionOf(fields: Record<string, string>, files: Submission["files"] = new Map()): Submission {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return { form, files, cut: new Set(), discard: async () => {} };
}
const post = () => new Request("http://localhost:3000/account-settings", { method: "POST" });

it.each([
  [{ intent: "save", password: "secret" }, "Please type your password and try again."],
  [
    { intent: "save", name: "Ada", password: "secret" },
    "We’ve kept what you typed, except your password; please try again.",
  ],
  [{ intent: "save", name: "Ada" }, "We’ve kept what you typed; please try again."],
])("a form that could not be saved comes back: %j", async (fields, sentence) => {
  vi.spyOn(console, "error").mockReturnValue();
  const formAgain = (_: FormData, text: string) => ({ text });
  const sent = { submission: submissionOf(fields), audience: "people" as const, formAgain };
  const given = await keepingWords(post(), sent, () => Promise.reject(new Error("broken")));
  expect(given).toMatchObject({ data: { text: `We couldn’t save that just now. ${sentence}` }, init: { status: 503 } });
});

const PHOTO = { name: "one.jpg", path: "/nowhere", bytes: 1, tooLarge: false };
it.each([
  ["nothing", { name: "Ada" }, new Map(), null],
  ["photos", { name: "Ada" }, new Map([["photos", [PHOTO]]]), "photos"],
  ["passwords", { password: "secret" }, new Map(), "passwords"],
])("a form with an old token asks for %s again", async (_, fields, files, asked) => {
  const refused = await refuseStaleForm(post(), submissionOf(fields, files), "people");
  const again = /We’ll ask you for (\w+) again/.exec(JSON.stringify(refused))?.[1] ?? null;
  expect(again).toBe(asked);
});
