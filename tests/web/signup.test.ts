import { expect, it } from "vitest";
import { newSignup, withDraft } from "~/web/signup";
import { readSignup, storeSignup } from "~/web/signup.server";

it("a sign-up goes on in its browser, and another one begins with a basket for itself", async () => {
  const cookie = (await storeSignup(newSignup("basket"))).split(";")[0] ?? "";
  const stored = await readSignup(new Request("http://localhost:3000/", { headers: { cookie } }));
  expect(stored).toEqual({ signup: newSignup("basket"), isNew: false });
  const fresh = await readSignup(new Request("http://localhost:3000/"));
  expect([fresh.isNew, fresh.signup.basketKey === "basket"]).toEqual([true, false]);
});

it("a half-typed address is kept up to 1,500 bytes", () => {
  const words = (last: number) => ({ a: "x".repeat(400), b: "x".repeat(400), c: "x".repeat(400), d: "x".repeat(last) });
  const left = 1_500 - JSON.stringify(words(0)).length;
  expect(withDraft(newSignup("basket"), "ada", words(left)).draft?.accountId).toBe("ada");
  expect(withDraft(newSignup("basket"), "ada", words(left + 1)).draft).toBeUndefined();
});
