import { useForm } from "@conform-to/react";
import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { adviseOn } from "~/domain/people/accounts/password-rules";
import { type TestUsers, testUsersForm } from "~/domain/people/staff/forms";
import { makeTestUsers } from "~/domain/people/staff/new-accounts.server";
import { StaffFrame } from "~/hyperloop/frame";
import { StaffForm } from "~/hyperloop/staff-form";
import { staffAction } from "~/hyperloop/staff-route.server";
import { secretOf } from "~/ui/conform-field";
import { NewPasswordFields } from "~/ui/new-password-fields";
import { readForm } from "~/web/read-form";
import { PRIVATE, seeOther, unprocessable } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";

export const handle: ScreenHandle = { title: "10 test users – HyperLoop", noindex: true };

export async function loader({ request }: LoaderFunctionArgs) {
  return data({ staff: await requireStaff(request, "accounts.create") }, { headers: PRIVATE });
}

export const action = staffAction("accounts.create", async ({ staff, form, now }) => {
  const submission = readForm(form, testUsersForm);
  const advice = adviseOn(String(form.get("password") ?? ""));
  if (submission.status !== "success")
    return unprocessable("make", submission.reply({ hideFields: ["password"] }), { advice });
  const emails = await makeTestUsers(submission.value.password, staff.staffId, now);
  return await seeOther("/hyperloop/people?kind=test", {
    flash: { tone: "ok", message: `${emails.length} test users were made.` },
  });
});

export default function TestUsersPage() {
  const actionData = useActionData<typeof action>();
  const [form, fields] = useForm<TestUsers>({ id: "make", lastResult: actionData?.reply });
  return (
    <StaffFrame
      title="10 test users"
      lead="Accounts for trying the system. They’re left out of all figures and never sent a parcel."
      back={{ label: "Accounts", href: "/hyperloop/people" }}
    >
      <StaffForm form={form} button="Make 10 test users">
        <NewPasswordFields
          password={secretOf(fields.password)}
          label="One password for all of them"
          advice={actionData?.advice}
        />
      </StaffForm>
    </StaffFrame>
  );
}
