import { afterEach, describe, expect, it, vi } from "vitest";
import { rawConnection } from "#db/client.server";
import { accountById, registerAccount } from "~/domain/people/accounts/accounts.server";
import { rememberBrowser } from "~/web/customer-auth.server";
import { verifyTyped } from "~/web/emailed-code.server";
import { attachSubmission } from "~/web/submission.server";
import { codeIn, wrongCode } from "../domain/people/accounts/mailbox";
import { registrationOf } from "../support/people";

/** What the form under "Check your email" gives: its status, and where it leads or what it says. */
async function typed(accountId: string, code: string) {
  const request = new Request("http://localhost:3000/verify-email", { method: "POST" });
  const form = new FormData();
  form.append("code", code);
  attachSubmission(request, { form, files: new Map(), cut: new Set(), discard: async () => {} });
  const next = { to: "/next", cookie: async () => "journey=x" };
  const given = await verifyTyped(request, { accountId, next, confirmed: "/confirmed" });
  if (!("data" in given)) return [given.status, given.headers.get("Location")];
  return [given.init?.status, Object.keys(given.data.reply.error ?? {})];
}

async function registered(email: string) {
  const { accountId } = await registerAccount(registrationOf(email), new Date());
  return { accountId, code: codeIn(email) };
}

afterEach(() => {
  rawConnection().exec("DROP TRIGGER IF EXISTS temp.broken");
  vi.restoreAllMocks();
});

describe("a code that was emailed", () => {
  it("confirms the address, and a form that was sent twice leads on as well", async () => {
    const { accountId, code } = await registered("ada.code@example.com");
    expect(await typed(accountId, "12")).toEqual([422, ["code"]]);
    expect(await typed(accountId, wrongCode(code))).toEqual([422, ["code"]]);
    expect(await typed(accountId, code)).toEqual([303, "/next"]);
    expect(await typed(accountId, code)).toEqual([303, "/confirmed"]);
  });

  it("says so where it could not be checked", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const { accountId, code } = await registered("ben.code@example.com");
    rawConnection().exec(
      "CREATE TEMP TRIGGER broken BEFORE UPDATE ON main.accounts BEGIN SELECT RAISE(ABORT, 'no memory'); END",
    );
    expect(await typed(accountId, code)).toEqual([422, [""]]);
    expect(accountById(accountId)?.emailVerifiedAt).toBeNull();
  });
});

it("no browser is known as somebody who has no account", async () => {
  expect(await rememberBrowser(new Request("http://localhost:3000/"), "nobody")).toEqual([]);
});
