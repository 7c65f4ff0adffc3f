import { beforeEach, describe, expect, it } from "vitest";
import { keepAgain, keptWrite, makeKeptWrites, takeKeptWrites } from "#db/kept-writes.server";
import { later, NOW } from "../support/people";

const made: string[] = [];
const keep = keptWrite("trial", (what, at, now) => {
  made.push(`${what} ${at.toISOString()} ${now.toISOString()}`);
});
const take = (most = 100_000) => takeKeptWrites(most);

beforeEach(() => {
  take();
  made.length = 0;
});

describe("what a machine that only reads keeps for the writer", () => {
  it("is taken out once, the oldest first", () => {
    for (const what of ["a", "b", "c"]) keep(what, NOW);
    expect(take(2).map(({ what }) => what)).toEqual(["a", "b"]);
    expect(take().map(({ what }) => what)).toEqual(["c"]);
    expect(take()).toEqual([]);
  });

  it("is about each thing once, as of the last time", () => {
    keep("a", NOW);
    keep("a", later(60));
    expect(take()).toEqual([{ kind: "trial", what: "a", at: later(60).getTime() }]);
  });

  it("is kept again where it could not be sent, unless something later has come", () => {
    keep("a", NOW);
    keep("b", NOW);
    const unsent = take();
    keep("a", later(60));
    keepAgain(unsent);
    expect(new Map(take().map(({ what, at }) => [what, at]))).toEqual(
      new Map([
        ["a", later(60).getTime()],
        ["b", NOW.getTime()],
      ]),
    );
  });

  it("takes no more memory than ten thousand of them, without the oldest", () => {
    for (let count = 0; count <= 10_000; count += 1) keep(String(count), NOW);
    const all = take();
    expect(all).toHaveLength(10_000);
    expect(all[0]?.what).toBe("1");
  });

  it("is made by the writer as it was kept; a kind that it does not know is left out", () => {
    keep("a", NOW);
    makeKeptWrites([{ kind: "of tomorrow", what: "x", at: 1 }, ...take()], later(5));
    expect(made).toEqual([`a ${NOW.toISOString()} ${later(5).toISOString()}`]);
  });
});
