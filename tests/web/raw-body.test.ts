import { expect, it } from "vitest";
import { readText } from "~/web/raw-body.server";

function sending(pieces: readonly string[], headers: Record<string, string> = {}): Request {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(Buffer.from(piece));
      controller.close();
    },
  });
  return new Request("http://localhost/hook", { method: "POST", body, headers, duplex: "half" } as RequestInit);
}

it("a body is read up to its limit, by what it says and by what arrives", async () => {
  expect(await readText(sending(["1234", "5678"]), 8)).toBe("12345678");
  expect(await readText(sending(["1234", "56789"]), 8)).toBeUndefined();
  expect(await readText(sending(["1234"], { "Content-Length": "8" }), 8)).toBe("1234");
  expect(await readText(sending(["1234"], { "Content-Length": "9" }), 8)).toBeUndefined();
  expect(await readText(new Request("http://localhost/hook", { method: "POST" }), 8)).toBe("");
});

it("a body in more pieces than anybody sends is refused", async () => {
  const empty = (times: number) => Array<string>(times).fill("");
  const whole = "x".repeat(256);
  expect(await readText(sending([whole, ...empty(2_001)]), 1_000)).toBe(whole);
  expect(await readText(sending([whole, ...empty(2_002)]), 1_000)).toBeUndefined();
  expect(await readText(sending(Array<string>(3_000).fill("x")), 10_000)).toBeUndefined();
});

it("a body that says its length may arrive byte by byte, as w3m sends a photo", async () => {
  const digits = Array.from({ length: 5_000 }, (_, place) => String(place % 10));
  expect(await readText(sending(digits, { "Content-Length": "5000" }), 10_000)).toBe(digits.join(""));
});
