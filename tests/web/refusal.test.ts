import { data } from "@remix-run/node";
import { expect, it } from "vitest";
import { isResponse } from "~/web/refusal";

it("a response with or without a body of ours is one, and an error is not", () => {
  expect([new Response(), data(null), new Error("broken"), null, "text"].map(isResponse)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
