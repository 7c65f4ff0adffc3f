import { expect, it } from "vitest";
import { ENTRY_LIMITS } from "~/web/limits";
import { readText } from "~/web/raw-body.server";
import { readSubmission } from "~/web/submission.server";
import { MOST_UNFINISHED_BYTES } from "~/web/unfinished-bodies.server";

const BYTES = ENTRY_LIMITS.fieldBytes;
const ALLOWED = Math.floor(MOST_UNFINISHED_BYTES / BYTES);
const CONTENT = `content=${"a".repeat(BYTES - 8)}`;

/** A request with half a megabyte of text; unless it ends, it stays open for ever. */
function sending(ends: boolean): Request {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from(CONTENT));
      if (ends) controller.close();
    },
  });
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const init = { method: "POST", headers, body, duplex: "half" };
  return new Request("http://localhost/dashboard", init as RequestInit);
}

const KINDS: readonly [string, (request: Request) => Promise<string | undefined>][] = [
  ["calls", (request) => readText(request, BYTES)],
  [
    "forms",
    async (request) => {
      const read = await readSubmission(request, ENTRY_LIMITS);
      return read.ok ? `content=${read.submission.form.get("content")}` : undefined;
    },
  ],
];

it.each(KINDS)("of %s that never end the oldest are given up, and one that ends is read", async (_, read) => {
  const givenUp: number[] = [];
  for (let number = 1; number <= ALLOWED + 3; number += 1)
    void read(sending(false)).then((text) => {
      if (text === undefined) givenUp.push(number);
    });
  expect(await read(sending(true))).toBe(CONTENT);
  expect(givenUp.length).toBeGreaterThan(2);
  expect(givenUp).toEqual(givenUp.map((_, place) => place + 1));
});
