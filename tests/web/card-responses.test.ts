import { data, redirect } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { cardResponseOf, handlingCard } from "~/web/card-responses.server";
import { attachSubmission } from "~/web/submission.server";

const ELEMENT = { intent: "element", secret: "pi_1" };
const moved = () => redirect("/payment-success", { headers: { "Set-Cookie": "loop_flash=x" } });

/** What the action gives to a form of this button, and whether it was thrown. */
async function given(intent: string, action: () => Promise<unknown>) {
  const request = new Request("http://localhost:3000/payment", { method: "POST" });
  const form = new FormData();
  form.append("intent", intent);
  attachSubmission(request, { form, files: new Map(), cut: new Set(), discard: async () => {} });
  return await handlingCard(action)({ request, params: {}, context: {} }).then(
    (value) => ({ value, isThrown: false }),
    (value: unknown) => ({ value, isThrown: true }),
  );
}

describe("a payment", () => {
  it("by the card element gets what it needs as JSON, and a place to go instead of a redirect", async () => {
    for (const action of [async () => moved(), () => Promise.reject(moved())]) {
      const { value, isThrown } = await given("element", action);
      if (!(value instanceof Response)) throw new Error("That is no response.");
      expect([isThrown, value.status, value.headers.get("Set-Cookie")]).toEqual([true, 200, "loop_flash=x"]);
      expect(await value.json()).toEqual({ intent: "element", location: "/payment-success" });
    }
    const { value } = await given("element", async () => data(ELEMENT, { status: 201 }));
    if (!(value instanceof Response)) throw new Error("That is no response.");
    expect([value.status, await value.json()]).toEqual([201, ELEMENT]);
  });

  it("by another button gets its page, and so does a form with problems", async () => {
    expect(await given("pay", async () => ELEMENT)).toEqual({ value: ELEMENT, isThrown: false });
    expect(await given("element", async () => ({ intent: "pay" }))).toEqual({
      value: { intent: "pay" },
      isThrown: false,
    });
    const broken = new Error("no bank");
    expect(await given("element", () => Promise.reject(broken))).toEqual({ value: broken, isThrown: true });
  });

  it("that is refused says so to the script as JSON, and to a person as a page", async () => {
    const asked = (Accept: string) => new Request("http://localhost:3000/payment", { headers: { Accept } });
    const refusal = { kind: "refusal", title: "No", text: "Not now.", resend: null };
    const refused = { status: 503, data: refusal };
    expect(cardResponseOf(asked("text/html"), refused, new Headers())).toBeNull();
    expect(cardResponseOf(asked("application/json"), { status: 500, data: null }, new Headers())).toBeNull();
    const response = cardResponseOf(asked("application/json"), refused, new Headers());
    expect([response?.status, await response?.json()]).toEqual([503, { failure: "Not now." }]);
    expect(response?.headers.get("Cache-Control")).toBe("no-store");
  });
});
