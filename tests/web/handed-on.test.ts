import { describe, expect, it } from "vitest";
import { HANDED_ON_HEADER, readHandedOn, writeHandedOn } from "~/web/handed-on.server";
import { NOW } from "../support/people";

const REQUEST = { reason: "write", address: "203.0.113.7", requestId: "abcdefgh1234" } as const;
const read = (text: string, now = NOW) => readHandedOn({ [HANDED_ON_HEADER]: text }, now);
const minutesLater = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

describe("what a reading machine says with a request that it hands on", () => {
  it("is read as it was written", () => {
    expect(read(writeHandedOn(REQUEST, NOW))).toEqual(REQUEST);
  });

  it("is absent from a request that no reading machine handed on", () => {
    expect(readHandedOn({}, NOW)).toBeUndefined();
  });

  it.each([
    ["another address", (text: string) => text.replace("203.0.113.7", "198.51.100.1")],
    ["another reason", (text: string) => text.replace("write", "change")],
    ["another id", (text: string) => text.replace("abcdefgh", "zzzzzzzz")],
    ["no signature", (text: string) => text.split(" ").slice(0, -1).join(" ")],
    ["a signature made up", (text: string) => `${text.slice(0, -4)}AAAA`],
  ])("is not believed with %s", (_, change) => {
    expect(read(change(writeHandedOn(REQUEST, NOW)))).toBeUndefined();
  });

  it("is believed five minutes on either side, and no longer", () => {
    const text = writeHandedOn(REQUEST, NOW);
    for (const minutes of [-5, 5]) expect(read(text, minutesLater(minutes))).toEqual(REQUEST);
    for (const minutes of [-6, 6]) expect(read(text, minutesLater(minutes))).toBeUndefined();
  });
});
