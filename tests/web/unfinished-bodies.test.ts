import { expect, it } from "vitest";
import { MOST_UNFINISHED_BYTES, UnfinishedBody } from "~/web/unfinished-bodies.server";

it("bodies may hold as much as they may together, and one byte more ends the oldest", () => {
  const [oldest, newest] = [new UnfinishedBody(), new UnfinishedBody()];
  oldest.hold(1);
  newest.hold(MOST_UNFINISHED_BYTES - 1);
  expect([oldest.signal.aborted, newest.signal.aborted]).toEqual([false, false]);
  oldest.hold(2);
  expect([oldest.signal.aborted, newest.signal.aborted]).toEqual([true, false]);
  newest.letGo();
});
