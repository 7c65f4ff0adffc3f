import { afterEach, expect, it, vi } from "vitest";
import { ENTRA_MINUTES } from "~/web/cookie-lengths";
import { entraCookie } from "~/web/cookies.server";
import { authenticateByEntra, startEntraSignIn } from "~/web/entra-auth.server";
import { later, NOW } from "../support/people";

afterEach(() => {
  vi.useRealTimers();
});

/** Nobody answers here as the directory, so that an attempt that is taken ends as unreachable. */
it("a sign-in at the directory is taken for ten minutes, from the browser that began it", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  const stored = { state: "s", nonce: "n", verifier: "v", at: NOW.getTime() };
  const cookie = (await entraCookie.serialize(stored)).split(";")[0] ?? "";
  const reasonAt = async (seconds: number, headers: Record<string, string> = { cookie }) => {
    vi.setSystemTime(later(seconds));
    const url = "http://localhost:3000/hyperloop/entra/callback?code=c&state=s";
    return await authenticateByEntra(new Request(url, { headers }));
  };
  const [taken, refused] = ["unreachable", "refused"].map((reason) => ({ ok: false, reason }));
  expect(await reasonAt(0)).toEqual(taken);
  expect(await reasonAt(ENTRA_MINUTES * 60 - 0.001)).toEqual(taken);
  expect(await reasonAt(ENTRA_MINUTES * 60)).toEqual(refused);
  expect(await reasonAt(-0.001)).toEqual(refused);
  expect(await reasonAt(0, {})).toEqual(refused);
});

it("none begins where the directory does not answer", async () => {
  expect(await startEntraSignIn()).toBeNull();
});
