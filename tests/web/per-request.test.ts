import { describe, expect, it } from "vitest";
import { forEverybody } from "~/web/connection.server";
import { perRequest } from "~/web/per-request.server";

/** What each loader and action of one page is given: the same address, in a request of its own. */
const asked = (method: string) => new Request("http://loop.example/dashboard", { method });

function counting() {
  let times = 0;
  return perRequest(() => {
    times += 1;
    return times;
  });
}

describe("what is read once per request", () => {
  it("is read once for all loaders of a page", () => {
    const read = counting();
    forEverybody("one page", () => {
      expect([read(asked("GET")), read(asked("GET"))]).toEqual([1, 1]);
    });
  });

  it("is read again for the loaders after an action, which may have changed it", () => {
    const read = counting();
    forEverybody("one page", () => {
      expect([read(asked("POST")), read(asked("GET")), read(asked("GET"))]).toEqual([1, 2, 2]);
    });
  });

  it("is read again for another page", () => {
    const read = counting();
    expect(forEverybody("one page", () => read(asked("GET")))).toBe(1);
    expect(forEverybody("another page", () => read(asked("GET")))).toBe(2);
  });

  it("is read once for each request where there is no connection", () => {
    const read = counting();
    const request = asked("GET");
    expect([read(request), read(request), read(asked("GET"))]).toEqual([1, 1, 2]);
  });
});
