import { getFormProps, useForm } from "@conform-to/react";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { auditEventsOn } from "~/domain/people/staff/audit-trail.server";
import { type RoleChosen, roleForm } from "~/domain/people/staff/forms";
import { ROLE_NAMES } from "~/domain/people/staff/permissions";
import { changeRole, superAdminRequested } from "~/domain/people/staff/staff.server";
import { staffById } from "~/domain/people/staff/staff-list.server";
import { StaffFrame } from "~/hyperloop/frame";
import { ReasonField } from "~/hyperloop/staff-form";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { AuditPanel } from "~/ui/audit-panel";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { fieldOf, problemsOf } from "~/ui/conform-field";
import { DescriptionList } from "~/ui/description-list";
import { ErrorSummary } from "~/ui/error-summary";
import { SelectField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { readForm } from "~/web/read-form";
import { notFound, seeOther, unprocessable } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { ROLE_OPTIONS, STAFF_REFUSALS, StaffBadge } from "./staff-labels";

export const handle: ScreenHandle = { title: "Staff account – HyperLoop", noindex: true };

export const loader = staffLoader("staff.manage", ({ staff, param, now }) => {
  const person = staffById(param("member")) ?? notFound();
  const pending = superAdminRequested(person.id, now) ?? null;
  const isOwn = person.id === staff.staffId;
  return { staff, person, pending, isOwn, actions: auditEventsOn("staff", person.id) };
});

/** Changes the role; the first who makes somebody a super admin only asks for it. */
export const action = staffAction("staff.manage", async ({ staff, param, form, now }) => {
  const submission = readForm(form, roleForm);
  if (submission.status !== "success") return unprocessable("role", submission.reply());
  const staffId = param("member");
  const changed = changeRole({ staffId, ...submission.value }, staff, now);
  if (!changed.ok && changed.reason === "not_found") notFound();
  if (!changed.ok)
    return unprocessable("role", submission.reply({ fieldErrors: { role: [STAFF_REFUSALS[changed.reason]] } }));
  return await seeOther(`/hyperloop/staff/${staffId}`, {
    flash: changed.isWaiting
      ? { tone: "warn", message: "Asked for. Another super admin must choose the same within a week." }
      : { tone: "ok", message: "Role changed. They need to sign in again." },
  });
});

export default function Member() {
  const { person, pending, isOwn, actions } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const [form, fields] = useForm<RoleChosen>({
    id: "role",
    lastResult: actionData?.reply,
    defaultValue: { role: person.role },
  });
  const path = `/hyperloop/staff/${person.id}`;
  return (
    <StaffFrame
      title={person.name}
      lead={<StaffBadge person={person} />}
      back={{ label: "Staff accounts", href: "/hyperloop/staff" }}
      actions={
        !isOwn && (
          <>
            {person.isActive && (
              <LinkButton href={`${path}/reset`} size="staff" variant="line">
                Reset sign-in
              </LinkButton>
            )}
            <LinkButton href={`${path}/leave`} size="staff" variant={person.isActive ? "danger" : "line"}>
              {person.isActive ? "Deactivate" : "Reactivate"}
            </LinkButton>
          </>
        )
      }
    >
      {pending && (
        <Banner tone="warn">
          <b>{pending.by}</b> asked on {formatMoment(pending.at)} to make them a super admin: {pending.reason}. Another
          super admin can agree by choosing that role below.
        </Banner>
      )}
      <ErrorSummary problems={problemsOf(form)} />
      <DescriptionList
        items={{
          Email: person.email,
          Role: ROLE_NAMES[person.role],
          "Signs in with": signInMethods(person),
          Added: formatMoment(person.createdAt),
          "Last sign-in": person.lastSignedInAt ? formatMoment(person.lastSignedInAt) : "Never",
        }}
      />
      {isOwn && <p className="muted">This is your own account. Only another super admin can change your role.</p>}
      <div className="staff-panels">
        {!isOwn && (
          <section className="staff-panel">
            <h2>Change the role</h2>
            <PostForm {...getFormProps(form)} className="form-stack">
              <SelectField {...fieldOf(fields.role)} label="Role" options={ROLE_OPTIONS} />
              <ReasonField of={fields.reason} />
              <Button size="staff">Change role</Button>
            </PostForm>
          </section>
        )}
        <AuditPanel actions={actions} />
      </div>
    </StaffFrame>
  );
}

function signInMethods(person: { readonly hasPassword: boolean; readonly hasDirectory: boolean }): string {
  const methods = [
    ...(person.hasPassword ? ["password and authenticator"] : []),
    ...(person.hasDirectory ? ["Entra ID"] : []),
  ];
  return methods.length > 0 ? methods.join(", ") : "not set up yet";
}
