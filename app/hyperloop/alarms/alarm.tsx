import { useLoaderData } from "@remix-run/react";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { reasonForm } from "~/domain/people/staff/forms";
import { describeAlarm } from "~/domain/system/checks/checks.server";
import { openAlarm, resolveAlarmAsStaff } from "~/domain/system/status/admin-alarms.server";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { ReasonPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { DescriptionList } from "~/ui/description-list";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { AlarmSubject } from "./alarm-subject";

export const handle: ScreenHandle = { title: "Resolve an alarm – HyperLoop", noindex: true };

export const loader = staffLoader("alarms.resolve", ({ param }) => {
  const { kind, message, objectType, objectId, raisedAt } = openAlarm(param("alarm")) ?? notFound();
  return {
    ...{ message, objectType, objectId },
    ...describeAlarm(kind),
    raised: formatMoment(raisedAt),
  };
});

export const action = staffFormAction("alarms.resolve", reasonForm, ({ reason }, { staff, param, now }) => ({
  result: resolveAlarmAsStaff({ alarmId: param("alarm"), reason }, staff.staffId, now),
  to: PATHS.alarms,
  done: "The alarm is resolved.",
}));

export default function ResolveAlarm() {
  const { staff, title, message, raised, whatToDo, ...subject } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      title="Resolve this alarm?"
      lead={title}
      back={{ label: "Alarms", href: PATHS.alarms }}
      button="Resolve"
    >
      <DescriptionList
        items={{
          "What happened": message,
          About: <AlarmSubject alarm={subject} role={staff.role} />,
          Raised: raised,
          "What to do": whatToDo && <a href={whatToDo}>Read what to do</a>,
        }}
      />
      <p>If it happens again, the alarm opens again.</p>
    </ReasonPage>
  );
}
