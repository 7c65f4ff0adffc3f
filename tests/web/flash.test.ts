import { expect, it } from "vitest";
import { leaveFlash, takeFlash } from "~/web/flash.server";

it("a message is for the next page, which removes it, and a page without one sets no cookie", async () => {
  const flash = { tone: "ok", message: "Saved." } as const;
  const cookie = (await leaveFlash(flash)).split(";")[0] ?? "";
  const taken = await takeFlash(new Request("http://localhost:3000/", { headers: { cookie } }));
  expect(taken.flash).toEqual(flash);
  expect(taken.setCookie).toMatch(/^loop_flash=;.*Expires=Thu, 01 Jan 1970/);
  expect(await takeFlash(new Request("http://localhost:3000/"))).toEqual({ flash: null, setCookie: null });
});
