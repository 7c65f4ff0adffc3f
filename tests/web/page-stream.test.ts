import { expect, it } from "vitest";
import { pageTookTooLong } from "~/web/page-stream.server";

it("a page that took too long is a 503 that says when to load it again, and keeps the headers of the answer", async () => {
  const answer = pageTookTooLong(
    new Headers({ "Content-Security-Policy": "default-src 'self'", "Cache-Control": "public" }),
  );
  expect(answer.status).toBe(503);
  expect(answer.headers.get("Retry-After")).toBe("10");
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  expect(answer.headers.get("Content-Security-Policy")).toBe("default-src 'self'");
  expect(await answer.text()).toContain("Please reload it in 10 seconds.");
});
