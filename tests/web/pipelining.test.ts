import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { isFlooding } from "~/web/pipelining";

it("a connection may bring eight requests in one turn, and as many again in the next", async () => {
  const connection = {};
  for (let turn = 0; turn < 3; turn += 1) {
    expect(Array.from({ length: 8 }, () => isFlooding(connection))).not.toContain(true);
    expect(isFlooding(connection)).toBe(true);
    expect(isFlooding({})).toBe(false);
    await setImmediate();
  }
});
