import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openAlarm, settle } from "~/domain/system/admin-alarms.server";
import { answerWithReason } from "~/hyperloop/outcome.server";
import { ReasonPage } from "~/hyperloop/staff-form";
import { notFound, PRIVATE } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";

const LIST = "/hyperloop/alarms";

export const handle: ScreenHandle = { title: "Settle an alarm – HyperLoop", noindex: true };

/** Asks why before an alarm is settled. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "alarms.settle");
  const { kind, message } = openAlarm(param(params, "alarm")) ?? notFound();
  return data({ staff, kind: kind.replaceAll("_", " "), message }, { headers: PRIVATE });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "alarms.settle");
  return await answerWithReason(request, "settle", (reason) => ({
    result: settle({ alarmId: param(params, "alarm"), reason }, staff.staffId, currentTime()),
    to: LIST,
    done: "The alarm is settled.",
  }));
}

export default function SettleAlarm() {
  const { staff, kind, message } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      id="settle"
      answer={useActionData<typeof action>()}
      staff={staff}
      title="Settle this alarm?"
      lead={kind}
      back={{ label: "Alarms", href: LIST }}
      button="Settle"
    >
      <p className="audit-text">{message}</p>
      <p>If the same is noticed again, the alarm opens again.</p>
    </ReasonPage>
  );
}
