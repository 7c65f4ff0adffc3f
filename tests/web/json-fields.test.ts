import { expect, it } from "vitest";
import { z } from "zod";
import { all, readFields, validate } from "~/web/json-fields";

const WANTED = {
  ...all("text", "title"),
  ...all("flag", "isGift"),
  ...all("number", "copies"),
  ...all("object", "to"),
};

function refusalOf(run: () => unknown): Response {
  try {
    run();
  } catch (refused) {
    if (refused instanceof Response) return refused;
    throw refused;
  }
  throw new Error("It was taken.");
}

it("a call’s fields are read by their types, and what it leaves out is missing", () => {
  const sent = { title: "Our year", isGift: false, copies: 2, to: { town: "Bath" }, more: 1 };
  expect(readFields(sent, WANTED)).toEqual({ title: "Our year", isGift: false, copies: 2, to: { town: "Bath" } });
  expect(readFields({ title: null, copies: "", isGift: null }, WANTED)).toEqual({ title: "" });
});

it.each([
  ["title", 1, "a text"],
  ["isGift", "on", "true or false"],
  ["copies", "2", "a number"],
  ["to", "Bath", "an object"],
])("%s is refused as %j", async (name, value, kind) => {
  const refused = refusalOf(() => readFields({ [name]: value }, WANTED));
  const error = `${name} must be ${kind}`;
  expect([refused.status, await refused.json()]).toEqual([
    422,
    expect.objectContaining({ error, fields: { [name]: [error] } }),
  ]);
});

it("a call’s fields that its form takes are given on, and others are refused by the call’s names for them", async () => {
  const form = z.object({ title: z.string().min(1, "Write a title"), to: z.string().optional() });
  expect(validate(form, { title: "Our year" })).toEqual({ title: "Our year" });
  const refused = refusalOf(() => validate(form, { title: "" }, { title: "heading" }));
  expect([refused.status, await refused.json()]).toEqual([
    422,
    expect.objectContaining({ error: "Write a title", fields: { heading: ["Write a title"] } }),
  ]);
});
