import { expect, it } from "vitest";
import { openFormWords, sealFormValues } from "~/domain/kernel/sealing/form-values.server";
import {
  maskSealedText,
  openSealedHtml,
  openSealedText,
  resealText,
  sealForReader,
  sealText,
} from "~/domain/kernel/sealing/sealed-text.server";

it("what is sealed in an email is opened for its reader, and masked for others", () => {
  const text = `Your code is ${sealText("K7QM-4XPD")}, from ${sealForReader("message", "<Bob>")}.`;
  expect(text).not.toContain("K7QM");
  expect(openSealedText(text)).toBe("Your code is K7QM-4XPD, from <Bob>.");
  expect(openSealedHtml(text)).toBe("Your code is K7QM-4XPD, from &lt;Bob&gt;.");
  expect(maskSealedText(text, ["sealed"])).toBe("Your code is K7QM-4XPD, from [hidden: what the giver wrote].");
});

it("what somebody typed that only looks like it stays, also when the secret changes", () => {
  const typed = "⟦sealed:nothing⟧ and ⟦link:v1.x.y⟧";
  expect([openSealedText(typed), openSealedHtml(typed)]).toEqual([typed, typed]);
  expect(resealText(typed)).toEqual({ text: typed, secrets: [] });
  const sealed = sealText("K7QM-4XPD");
  expect(resealText(sealed)).toEqual({ text: sealed, secrets: [0] });
});

it("the values of a form are read as they were sealed, and nothing that we did not seal", () => {
  expect(openFormWords(sealFormValues("basket-1"))).toBe("basket-1");
  expect(["", "basket-1", sealText("basket-1")].map(openFormWords)).toEqual([null, null, null]);
});
