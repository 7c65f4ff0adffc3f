import { describe, expect, it } from "vitest";
import { formCookie, sessionCookie } from "~/web/cookies.server";

const headerOf = async (secret: string) => (await formCookie.serialize(secret)).split(";")[0] ?? "";

describe("a cookie of ours", () => {
  it("is verified once for each header that a browser sends, and read as what it is each time", async () => {
    const header = await headerOf("one");
    expect(formCookie.parse(header)).toBe(formCookie.parse(header));
    expect(await formCookie.parse(header)).toBe("one");
    expect(await sessionCookie.parse(header)).toBeNull();
    expect(await formCookie.parse(null)).toBeNull();
    expect(await formCookie.parse(header, { decode: () => "" })).toBe("");
  });

  it("with another signature is nothing, also after the right one was read", async () => {
    const header = await headerOf("one");
    expect(await formCookie.parse(header)).toBe("one");
    expect(await formCookie.parse(header.replace(/.{4}$/, "AAAA"))).toBeNull();
  });

  it("is still read after more browsers than are remembered", async () => {
    const header = await headerOf("one");
    const first = formCookie.parse(header);
    for (let browser = 0; browser < 500; browser += 1) await formCookie.parse(`other=${browser}`);
    expect(formCookie.parse(header)).not.toBe(first);
    expect(await formCookie.parse(header)).toBe("one");
  });
});
