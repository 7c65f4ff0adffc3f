import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { beginSession } from "~/domain/people/accounts/sessions.server";
import { sessionCookie } from "~/web/cookies.server";
import { fileStorerFor } from "~/web/file-storing.server";
import { formTokenFor } from "~/web/form-token.server";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { person } from "../support/people";

it("a file is stored only of somebody who is signed in, after the form’s token, where a form may have files", async () => {
  const { token, setCookie } = await formTokenFor(new Request("http://localhost:3000/"));
  const key = db.transaction((tx) => beginSession(tx, person("Ada").id, null, new Date()));
  const [own, session] = [setCookie ?? "", await sessionCookie.serialize(key)].map((line) => line.split(";")[0] ?? "");
  const mayStore = async (cookies: unknown[], rules: RequestGuardHandle, csrf?: string, headers = {}) => {
    const Cookie = cookies.join("; ");
    const request = new Request("http://localhost:3000/dashboard", { method: "POST", headers: { Cookie, ...headers } });
    const form = new FormData();
    if (csrf !== undefined) form.append("csrf", csrf);
    return (await fileStorerFor(request, rules)).mayStore(form);
  };
  const entry = { form: "entry" } as const;
  expect(await mayStore([own, session], entry, token)).toBe(true);
  expect(await mayStore([own, session], entry, undefined, { "x-csrf-token": token })).toBe(true);
  expect(await mayStore([own, session], entry)).toBe(false);
  expect(await mayStore([own, session], entry, "x")).toBe(false);
  expect(await mayStore([own], entry, token)).toBe(false);
  expect(await mayStore([own, session], {}, token)).toBe(false);
  expect(await mayStore([own, session], { form: "sheet" }, token)).toBe(false);
});
