import { useLoaderData } from "@remix-run/react";
import { reasonForm } from "~/domain/staff/forms";
import { openAlarm, resolveAlarmAsStaff } from "~/domain/system/admin-alarms.server";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { ReasonPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { notFound } from "~/web/answers.server";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "Resolve an alarm – HyperLoop", noindex: true };

export const loader = staffLoader("alarms.resolve", ({ param }) => {
  const { kind, message } = openAlarm(param("alarm")) ?? notFound();
  return { kind: kind.replaceAll("_", " "), message };
});

export const action = staffFormAction("alarms.resolve", reasonForm, ({ reason }, { staff, param, now }) => ({
  result: resolveAlarmAsStaff({ alarmId: param("alarm"), reason }, staff.staffId, now),
  to: PATHS.alarms,
  done: "The alarm is resolved.",
}));

export default function ResolveAlarm() {
  const { kind, message } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      title="Resolve this alarm?"
      lead={kind}
      back={{ label: "Alarms", href: PATHS.alarms }}
      button="Resolve"
    >
      <p className="audit-text">{message}</p>
      <p>If it happens again, the alarm opens again.</p>
    </ReasonPage>
  );
}
