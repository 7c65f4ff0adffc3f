import { useLoaderData } from "@remix-run/react";
import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { type ReasonGiven, reasonForm } from "~/domain/people/staff/forms";
import { titleOf } from "~/domain/system/alarms/notice-text";
import { openAlarm, resolveAlarmAsStaff } from "~/domain/system/status/admin-alarms.server";
import { BulkPage } from "~/hyperloop/bulk";
import { respondToEach, selectedIn } from "~/hyperloop/bulk.server";
import { PATHS } from "~/hyperloop/paths";
import { ReasonField } from "~/hyperloop/staff-form";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "Resolve these alarms – HyperLoop", noindex: true };

export const loader = staffLoader("alarms.resolve", ({ request }) => {
  const things = selectedIn(request).flatMap((id) => {
    const alarm = openAlarm(id);
    return alarm ? [{ id, name: `${titleOf(alarm.kind)}: ${alarm.message}`, problem: null }] : [];
  });
  return { things };
});

export const action = staffAction("alarms.resolve", (at) =>
  respondToEach(
    at,
    reasonForm,
    {
      to: PATHS.alarms,
      one: "alarm",
      many: "alarms",
      done: "resolved",
      refused: () => "It’s already closed.",
    },
    (alarmId, { reason }) => resolveAlarmAsStaff({ alarmId, reason }, at.staff.staffId, at.now),
  ),
);

export default function ResolveSelected() {
  const { things } = useLoaderData<typeof loader>();
  return (
    <BulkPage<ReasonGiven>
      title="Resolve these alarms?"
      back={{ label: "Alarms", href: PATHS.alarms }}
      things={things}
      lead="We’ll resolve these"
      button={(count) => `Resolve ${formatFigureOf(count, "alarm", "alarms")}`}
      fields={({ reason }) => <ReasonField of={reason} />}
    >
      <p>If it happens again, the alarm opens again.</p>
    </BulkPage>
  );
}
