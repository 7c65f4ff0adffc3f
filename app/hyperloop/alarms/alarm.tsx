import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type ReasonGiven, reasonForm } from "~/domain/staff/forms";
import { openAlarm, settle } from "~/domain/system/admin-alarms.server";
import { StaffFrame } from "~/hyperloop/frame";
import { Button } from "~/ui/button";
import { fieldOf, problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { notFound, PRIVATE, seeOther, unprocessable } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import { readForm } from "~/web/read-form";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { formOf } from "~/web/submission.server";

const LIST = "/hyperloop/alarms";

export const handle: ScreenHandle = { title: "Settle an alarm – HyperLoop", noindex: true };

/** Asks why before an alarm is laid aside. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "alarms.settle");
  const alarm = openAlarm(param(params, "alarm"));
  if (!alarm) notFound();
  const { kind, message } = alarm;
  return data({ staff, kind: kind.replaceAll("_", " "), message }, { headers: PRIVATE });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "alarms.settle");
  const submission = readForm(formOf(request), reasonForm);
  if (submission.status !== "success") return unprocessable("settle", submission.reply());
  const input = { alarmId: param(params, "alarm"), reason: submission.value.reason };
  if (!settle(input, staff.staffId, currentTime())) notFound();
  return await seeOther(LIST, { flash: { tone: "ok", message: "The alarm is settled." } });
}

export default function SettleAlarm() {
  const { staff, kind, message } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<ReasonGiven>({ id: "settle", lastResult: answer?.reply });
  return (
    <StaffFrame staff={staff} title="Settle this alarm?" lead={kind} back={{ label: "Alarms", href: LIST }}>
      <p className="audit-text">{message}</p>
      <p>If the same is noticed again, the alarm opens again.</p>
      <ErrorSummary problems={problemsOf(form)} />
      <PostForm {...getFormProps(form)} className="form-stack">
        <TextField {...fieldOf(fields.reason)} label="Reason" maxLength={500} />
        <Button size="staff">Settle</Button>
      </PostForm>
    </StaffFrame>
  );
}
