import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { expect, it } from "vitest";
import { fitsCookie, readTyped, storeTyped } from "~/web/typed-payment.server";

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

async function keptFor(writer: string | null, reader: string | null, fields: Record<string, string>) {
  const cookie = (await storeTyped(formOf(fields), writer)).split(";")[0] ?? "";
  return (await readTyped(new Request("http://localhost:3000/payment", { headers: { cookie } }), reader)).words;
}

it("what was typed to pay is read by who typed it alone", async () => {
  const typed = { message: "For Gran", firstName: "" };
  expect(await keptFor("ada", "ada", typed)).toEqual(typed);
  expect(await keptFor("ada", "ben", typed)).toEqual({});
  expect(await keptFor("ada", null, typed)).toEqual({});
  expect(await keptFor(null, null, typed)).toEqual(typed);
  expect(await keptFor(null, "ada", typed)).toEqual({ message: "For Gran" });
  const nothing = await readTyped(new Request("http://localhost:3000/payment"), null);
  expect(nothing).toEqual({ accountId: null, shown: "", words: {}, isWhole: true });
});

it("no password, code or token is stored with it", async () => {
  const fields = {
    csrf: "t",
    intent: "pay",
    code: "SPRING",
    password: "secret",
    shownPence: "1",
    credit: "on",
    town: "Bath",
  };
  expect(await keptFor("ada", "ada", fields)).toEqual({ town: "Bath" });
});

it("a field is stored up to its limits: a name of forty, a text of fifteen hundred", async () => {
  const [name, text] = ["n".repeat(40), "x".repeat(1_500)];
  expect([fitsCookie(formOf({ [name]: text })), fitsCookie(formOf({ [`${name}n`]: "x" }))]).toEqual([true, false]);
  expect(fitsCookie(formOf({ message: `${text}x` }))).toBe(false);
});

it("a form is stored whole up to 3,500 bytes of the cookie", () => {
  const noise = Array.from({ length: 60 }, (_, at) => createHash("sha256").update(`${at}`).digest("base64")).join("");
  const bytes = new Set<number>();
  for (let length = 900; length < 1_300; length += 1) {
    const fields = { one: noise.slice(0, length), two: noise.slice(1_300, 2_600) };
    const packed = deflateRawSync(JSON.stringify(fields)).toString("base64url");
    const inCookie = Buffer.from(packed).toString("base64").length;
    bytes.add(inCookie);
    expect(fitsCookie(formOf(fields)), `${inCookie} bytes`).toBe(inCookie <= 3_500);
  }
  expect([bytes.has(3_500), bytes.has(3_504)]).toEqual([true, true]);
});
