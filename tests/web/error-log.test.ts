import { expect, it, vi } from "vitest";
import { resultOrNull } from "~/web/error-log.server";

it("an error is logged and gives nothing, and a response goes on to who asked", async () => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  const request = new Request("http://localhost:3000/gift?code=SECRET");
  const run = (thrown: unknown) => resultOrNull(request, () => Promise.reject(thrown));
  expect(await resultOrNull(request, () => 1)).toBe(1);
  const response = new Response(null, { status: 404 });
  await expect(run(response)).rejects.toBe(response);
  expect(logged).not.toHaveBeenCalled();
  expect(await run(new Error("broken"))).toBeNull();
  expect(JSON.stringify(logged.mock.calls)).toMatch(/broken/);
  expect(JSON.stringify(logged.mock.calls)).not.toMatch(/SECRET/);
});
