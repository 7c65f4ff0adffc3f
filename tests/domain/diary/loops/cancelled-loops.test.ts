import { expect, it } from "vitest";
import { cancelledLoopsOf, isCancelled } from "~/domain/diary/loops/cancelled-loops.server";
import { loopOwnedBy, loopsOf } from "~/domain/diary/loops/loops.server";
import { creditToBegin, loopOf, NOW, person } from "../../../support/people";

/** A year that was begun with a credit, which may have been cancelled since. */
function begun(accountId: string, title: string, cancelledAt: Date | null) {
  const loop = loopOf(accountId, { title });
  creditToBegin(accountId, { loopId: loop.id, spentAt: NOW, cancelledAt });
  return loop;
}

it("a cancelled year is no longer there for its owner, who can still download it", () => {
  const [ada, eve] = [person("Ada"), person("Eve")];
  const gone = begun(ada.id, "Gone", NOW);
  const kept = begun(ada.id, "Kept", null);
  begun(eve.id, "Another's", NOW);
  expect([isCancelled(gone.id), isCancelled(kept.id)]).toEqual([true, false]);
  expect([loopOwnedBy(ada.id, gone.id), loopOwnedBy(ada.id, kept.id)?.id]).toEqual([undefined, kept.id]);
  expect(loopsOf(ada.id).map(({ title }) => title)).toEqual(["Kept"]);
  expect(cancelledLoopsOf(ada.id)).toEqual([{ id: gone.id, name: "Gone", cancelledAt: NOW }]);
});
