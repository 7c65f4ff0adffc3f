import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openAlarm, resolveAlarmAsStaff } from "~/domain/system/admin-alarms.server";
import { answerWithReason } from "~/hyperloop/outcome.server";
import { ReasonPage } from "~/hyperloop/staff-form";
import { notFound, PRIVATE } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";

const LIST = "/hyperloop/alarms";

export const handle: ScreenHandle = { title: "Resolve an alarm – HyperLoop", noindex: true };

/** Asks why before an alarm is resolved. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "alarms.resolve");
  const { kind, message } = openAlarm(param(params, "alarm")) ?? notFound();
  return data({ staff, kind: kind.replaceAll("_", " "), message }, { headers: PRIVATE });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "alarms.resolve");
  return await answerWithReason(request, "resolve", (reason) => ({
    result: resolveAlarmAsStaff({ alarmId: param(params, "alarm"), reason }, staff.staffId, currentTime()),
    to: LIST,
    done: "The alarm is resolved.",
  }));
}

export default function ResolveAlarm() {
  const { staff, kind, message } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      id="resolve"
      answer={useActionData<typeof action>()}
      staff={staff}
      title="Resolve this alarm?"
      lead={kind}
      back={{ label: "Alarms", href: LIST }}
      button="Resolve"
    >
      <p className="audit-text">{message}</p>
      <p>If the same is noticed again, the alarm opens again.</p>
    </ReasonPage>
  );
}
