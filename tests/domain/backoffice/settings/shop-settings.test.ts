import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { settings } from "#db/schema";
import { changeShopSettings, lastChanges, readShopSettings } from "~/domain/backoffice/settings/shop-settings.server";
import { auditEventsOn } from "../../../support/audit-events";
import { later, NOW } from "../../../support/people";
import { colleague } from "../../people/staff/colleagues";

it("a part is stored and recorded once it differs, and its last change is told with those of the other parts", async () => {
  const by = { staffId: (await colleague("super_admin")).id, reason: "Faster" };
  const promises = { ...readShopSettings().promises, alarms: 2 };
  expect(changeShopSettings("promises", promises, by, NOW)).toBe(true);
  const sameInAnotherOrder = Object.fromEntries(Object.entries(promises).toReversed());
  expect(changeShopSettings("promises", { ...promises, ...sameInAnotherOrder }, by, later(60))).toBe(false);
  expect(auditEventsOn("promises").map(({ before, after }) => [before, after])).toEqual([
    ['{"alarms":24}', '{"alarms":2}'],
  ]);
  db.insert(settings).values({ key: "something else", value: "1", updatedAt: NOW }).run();
  expect(lastChanges()).toEqual([{ key: "promises", at: NOW, by: expect.stringMatching(/^super_admin/) }]);
});
