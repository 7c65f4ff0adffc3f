import { expect, it } from "vitest";
import { ENTRY_LIMITS } from "~/web/limits";
import { readSubmission } from "~/web/submission.server";
import { MOST_UNFINISHED_BYTES } from "~/web/unfinished-bodies.server";

const BYTES = ENTRY_LIMITS.fieldBytes;

/** Sends a text of half a megabyte and, unless it ends, leaves the form open for ever. */
function send(ends: boolean): ReturnType<typeof readSubmission> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from(`content=${"a".repeat(BYTES - 8)}`));
      if (ends) controller.close();
    },
  });
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const init = { method: "POST", headers, body, duplex: "half" };
  return readSubmission(new Request("http://localhost/dashboard", init as RequestInit), ENTRY_LIMITS);
}

it("of forms that never end the oldest are given up, and one that ends is read", async () => {
  const allowed = Math.floor(MOST_UNFINISHED_BYTES / BYTES);
  const refused: number[] = [];
  for (let number = 1; number <= allowed + 3; number += 1)
    void send(false).then((read) => {
      if (!read.ok && read.reason === "unreadable") refused.push(number);
    });
  const read = await send(true);
  expect(read.ok && String(read.submission.form.get("content")).length).toBe(BYTES - 8);
  expect(refused.length).toBeGreaterThan(2);
  expect(refused).toEqual(refused.map((_, place) => place + 1));
});
