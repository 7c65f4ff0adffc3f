import { useLoaderData } from "@remix-run/react";
import { type ApprovalLimitWanted, approvalLimitForm } from "~/domain/backoffice/settings/forms";
import { formatPence } from "~/domain/kernel/money/pounds";
import { ROLE_NAMES, type StaffRole } from "~/domain/people/staff/permissions";
import { askForLimit, limitWaitingFor } from "~/domain/shop/discounts/approval-limit-requests.server";
import {
  APPROVAL_LIMIT_HOURS,
  GIVING_ROLES,
  HIGHEST_APPROVAL_LIMIT_PENCE,
} from "~/domain/shop/discounts/approval-limits";
import { approvalLimits } from "~/domain/shop/discounts/approval-limits.server";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { FormPage, ReasonField } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { fieldOf } from "~/ui/conform-field";
import { TextField } from "~/ui/field";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "Limits of one person – HyperLoop", noindex: true };

const roleNamed = (name: string): StaffRole => GIVING_ROLES.find((role) => role === name) ?? notFound();

/** Asks for other limits of what one person of a role may give away. */
export const loader = staffLoader("settings.change", ({ param }) => {
  const role = roleNamed(param("role"));
  const { dayPence, recipientPence } = approvalLimits()[role];
  const typed = { dayPence: String(dayPence / 100), recipientPence: String(recipientPence / 100) };
  return { role, typed, waiting: limitWaitingFor(role) ?? null };
});

const REFUSALS = {
  unchanged: "These are the limits already",
  already_waiting: "Somebody has asked for other limits already. Decide about that first",
} as const;

export const action = staffFormAction("settings.change", approvalLimitForm, (input, { staff, param, now }) => {
  const result = askForLimit({ role: roleNamed(param("role")), ...input }, staff.staffId, now);
  return {
    result,
    to: PATHS.settings,
    done: {
      tone: "warn",
      message: "Asked for. Nothing changes until another super admin approves it.",
    },
    beside: (refusal: keyof typeof REFUSALS) => ({ dayPence: REFUSALS[refusal] }),
  };
});

export default function Limits() {
  const { role, typed, waiting } = useLoaderData<typeof loader>();
  const hint = `Whole pounds, up to ${formatPence(HIGHEST_APPROVAL_LIMIT_PENCE)}. With 0 everything needs a second person`;
  return (
    <FormPage<ApprovalLimitWanted>
      title={`Limits of one person: ${ROLE_NAMES[role]}`}
      back={{ label: "Settings", href: PATHS.settings }}
      defaults={typed}
      button="Ask for approval"
      fields={({ dayPence, recipientPence, reason }) => (
        <>
          <TextField
            {...fieldOf(dayPence)}
            {...{ label: `In ${APPROVAL_LIMIT_HOURS} hours`, hint, width: "s", inputMode: "decimal" }}
          />
          <TextField
            {...fieldOf(recipientPence)}
            {...{ label: "To one person in that time", width: "s", inputMode: "decimal" }}
            hint="Together with what other staff give them"
          />
          <ReasonField of={reason} />
        </>
      )}
    >
      <p>
        Another super admin must approve a change, up or down. Until then the limits stay as they are. We email the
        other super admins when it’s approved.
      </p>
      {waiting && (
        <p>
          <a href={`${PATHS.limitRequests}/${waiting}`}>A request is waiting for approval</a>.
        </p>
      )}
    </FormPage>
  );
}
