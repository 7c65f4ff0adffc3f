import { beforeEach, expect, it } from "vitest";
import { db } from "#db/client.server";
import { serviceChecks } from "#db/schema";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { assessService, certificateEnd } from "~/domain/system/checks/service-silence.server";
import { CERTIFICATE_DAYS, SERVICE_SILENT_MS } from "~/domain/system/health/health-limits";
import { noteService } from "~/domain/system/health/service-checks.server";
import { NOW } from "../../../support/people";

beforeEach(() => {
  db.delete(serviceChecks).run();
  noteService("mail", { ok: true }, NOW);
});
const at = (age: number) => new Date(NOW.getTime() - age);
const storage = () => assessService("storage", SERVICE_SILENT_MS, NOW);

it("a service that was not asked is no alarm, and one that never answered is", () => {
  expect(storage()).toMatchObject({ state: "failing", message: "Not asked yet.", alarm: null });
  noteService("storage", { ok: false, message: "Refused." }, NOW);
  const alarm = "Refused.";
  expect(storage()).toMatchObject({ state: "failing", message: "It has never answered. Refused.", alarm });
});

it.each([
  [SERVICE_SILENT_MS, "well", "Answered 5 min ago."],
  [SERVICE_SILENT_MS + 1, "failing", "Last answered 5 min ago."],
  [-SERVICE_SILENT_MS, "well", "Answered 0 s ago."],
  [-SERVICE_SILENT_MS - 1, "failing", "It answered while this machine’s clock was ahead."],
])("a service that answered %s ms ago is %s", (age, state, message) => {
  noteService("storage", { ok: true }, at(age));
  expect(storage()).toMatchObject({ state, message });
});

it.each([
  [null, null],
  [CERTIFICATE_DAYS * DAY_MS + 1, null],
  [CERTIFICATE_DAYS * DAY_MS, "It ends on 4 December 2026."],
])("a certificate that is valid for %s ms more ends soon: %s", (left, said) => {
  expect(certificateEnd("public-address", NOW)).toBeNull();
  noteService("public-address", { ok: true, validUntil: left === null ? undefined : at(-left) }, NOW);
  expect(certificateEnd("public-address", NOW)).toBe(said);
});
