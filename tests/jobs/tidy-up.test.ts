import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { oneTimeCodes } from "#db/schema";
import { SCHEDULE } from "~/jobs/schedule";
import { removeLeftovers } from "~/jobs/tidy-up";
import { NOW, person } from "../support/people";

const DAY_MS = 24 * 3600 * 1000;

it("a code goes twenty-four hours after it was made, not in the night that follows", async () => {
  const { id: accountId } = person("Cora");
  const code = { accountId, purpose: "verify_email", codeHash: "-", sentTo: "-", expiresAt: NOW } as const;
  for (const late of [0, 1])
    db.insert(oneTimeCodes)
      .values({ ...code, createdAt: new Date(NOW.getTime() - DAY_MS - late) })
      .run();
  await removeLeftovers(NOW);
  expect(db.select({ at: oneTimeCodes.createdAt }).from(oneTimeCodes).all()).toEqual([
    { at: new Date(NOW.getTime() - DAY_MS) },
  ]);
  const task = SCHEDULE.find(({ name }) => name === "remove-left-files");
  expect(task && "everySeconds" in task ? task.everySeconds : null).toBe(600);
});
