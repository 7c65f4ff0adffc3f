import { numberInWords } from "~/domain/kernel/text/numbers";
import { SET_UP_LINK_DAYS } from "~/domain/kernel/time/access-lengths";
import { invitationForm, reasonForm } from "~/domain/people/staff/forms";
import { inviteStaff, resetSignIn } from "~/domain/people/staff/invitations.server";
import { staffById } from "~/domain/people/staff/staff-list.server";
import { choice, text } from "~/hyperloop/act-fields";
import { act, type StaffAct } from "~/hyperloop/declared-acts.server";
import { PATHS } from "~/hyperloop/paths";
import { notFound } from "~/web/responses.server";
import { besideReason, ROLE_OPTIONS, STAFF_REFUSALS, toMember } from "./staff-labels";

const LINK_DAYS = numberInWords(SET_UP_LINK_DAYS);

/** What super admins do with accounts of staff. */
export const STAFF_ACTS: Readonly<Record<string, StaffAct>> = {
  "/hyperloop/staff/add": act("staff.manage", {
    tab: "Add somebody",
    back: () => ({ label: "Staff accounts", href: PATHS.staff }),
    schema: invitationForm,
    ask: () => ({
      title: "Add somebody",
      lead: `We email them a link that works for ${LINK_DAYS} days. They choose their own password and authenticator.`,
      button: "Add and send the email",
      fields: [
        text("name", "Name", { maxLength: 100 }),
        text("email", "Email", { type: "email", autoComplete: "off" }),
        choice("role", "Role", {
          hint: "Two super admins can make them a super admin later",
          placeholder: "Choose a role",
          options: ROLE_OPTIONS.filter(({ value }) => value !== "super_admin"),
        }),
      ],
    }),
    run: (input, { staff, now }) => {
      const result = inviteStaff(input, staff, now);
      return {
        result,
        to: result.ok ? toMember(result.staffId).href : undefined,
        done: `We’re sending an email to ${input.email}.`,
        beside: (refusal: keyof typeof STAFF_REFUSALS) => ({ email: STAFF_REFUSALS[refusal] }),
      };
    },
  }),

  "/hyperloop/staff/:member/reset": act("staff.manage", {
    tab: "Reset sign-in",
    back: ({ param }) => toMember(param("member")),
    schema: reasonForm,
    ask: ({ param }) => {
      const { name, email } = staffById(param("member")) ?? notFound();
      return {
        title: "Reset this sign-in?",
        lead: name,
        button: "Reset and send the email",
        variant: "danger",
        says: [
          `We sign them out everywhere. Their password and authenticator stop working, and Entra ID is unlinked. We email ${email} a new link that works for ${LINK_DAYS} days. Earlier links stop working.`,
        ],
      };
    },
    run: ({ reason }, { staff, param, now }) => ({
      result: resetSignIn({ staffId: param("member"), reason }, staff, now),
      done: "They’re signed out. We’ve emailed them how to set it up again.",
      beside: besideReason,
    }),
  }),
};
