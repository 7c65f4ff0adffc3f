import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { auditEvents } from "#db/schema";
import { openAlarms, raiseAlarm } from "~/domain/kernel/alarms/alarms.server";
import { alarmsToShow, resolveAlarmAsStaff } from "~/domain/system/status/admin-alarms.server";
import { NOW } from "../../../support/people";
import { colleague } from "../../people/staff/colleagues";

it("an alarm is resolved once, by its id, with who did and why, and the others stay open", async () => {
  const joan = await colleague("super_admin");
  for (const name of ["first", "second"]) {
    const about = { objectType: "order", objectId: name, message: "It happened.", dedupeKey: name };
    raiseAlarm(db, { kind: "payment_paid_twice", ...about }, NOW);
  }
  const alarmId = openAlarms().find(({ objectId }) => objectId === "second")?.id ?? "";
  const resolve = (id: string) => resolveAlarmAsStaff({ alarmId: id, reason: "Refunded" }, joan.id, NOW);
  expect(resolve("of-nobody")).toEqual({ ok: false, reason: "not_found" });
  expect(resolve(alarmId)).toEqual({ ok: true });
  expect(resolve(alarmId)).toEqual({ ok: false, reason: "not_found" });
  const { open, resolved } = alarmsToShow();
  expect(open.map(({ objectId }) => objectId)).toEqual(["first"]);
  expect(resolved).toMatchObject([{ alarm: { objectId: "second", resolvedReason: "Refunded" } }]);
  const events = db.select().from(auditEvents).all();
  const written = events.filter(({ action }) => action === "alarms.resolve");
  expect(written).toMatchObject([{ objectId: alarmId, staffId: joan.id, before: expect.stringContaining("second") }]);
});
