import { describe, expect, it } from "vitest";
import { knownDevice, MOST_TOKENS, newDeviceToken, withToken } from "~/domain/people/accounts/devices.server";

const ada = { id: "a".repeat(20), passwordHash: "the digest of Ada’s password" };
const ben = { id: "b".repeat(20), passwordHash: "the digest of Ben’s password" };

describe("the mark of a browser", () => {
  it("names the browser to its owner, each browser by another name", () => {
    const [one, other] = [newDeviceToken(ada), newDeviceToken(ada)];
    expect(knownDevice([one], ada)).toMatch(/^[\w-]{16}$/);
    expect(knownDevice([one], ada)).not.toBe(knownDevice([other], ada));
    expect(knownDevice([newDeviceToken(ben), one], ada)).toBe(knownDevice([one], ada));
  });

  it("is nobody else’s", () => {
    expect(knownDevice([newDeviceToken(ben)], ada)).toBeNull();
    const [, device, proof] = newDeviceToken(ben).split(".");
    expect(knownDevice([[ada.id, device, proof].join(".")], ada)).toBeNull();
  });

  it("is worth nothing once the password is another", () => {
    expect(knownDevice([newDeviceToken(ada)], { ...ada, passwordHash: "another digest" })).toBeNull();
  });

  it.each(["", ".", "..", ada.id, `${ada.id}..`, `${ada.id}.x.`, `${ada.id}.x.y`, "\u0000", "a.b.c.d"])(
    "made up as %j is refused",
    (token) => {
      expect(knownDevice([token], ada)).toBeNull();
    },
  );

  it("with one character changed is refused", () => {
    const token = newDeviceToken(ada);
    for (const place of [21, 30, 38, 50, 80]) {
      const other = token[place] === "A" ? "B" : "A";
      expect(knownDevice([token.slice(0, place) + other + token.slice(place + 1)], ada), `${place}`).toBeNull();
    }
  });

  it("replaces an older one of the same person, and a browser keeps those of four people", () => {
    const older = newDeviceToken(ada);
    const newer = newDeviceToken(ada);
    expect(withToken([newDeviceToken(ben), older], newer)).toEqual([newer, expect.stringContaining(ben.id)]);
    const family = ["c", "d", "e", "f", "g"].reduce<string[]>(
      (tokens, letter) => withToken(tokens, newDeviceToken({ id: letter.repeat(20), passwordHash: "-" })),
      [],
    );
    expect(family).toHaveLength(MOST_TOKENS);
    expect(family[0]).toContain("g".repeat(20));
  });
});
