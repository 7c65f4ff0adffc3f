import { z } from "zod";
import { formatNumber } from "~/domain/kernel/text/numbers";
import { clean } from "~/domain/kernel/text/typed-text";
import {
  checkbox,
  email,
  line,
  nameLine,
  newPassword,
  newPasswordForm,
  optionalDay,
  optionalLine,
  optionalName,
} from "../accounts/forms";
import { ROLE_NAMES, type StaffRole } from "./permissions";

/** The forms of staff sign-in and accounts, with their error messages. */

const EMPTY_MESSAGE = "Please fill in all fields";
export const STAFF_WRONG_MESSAGE = "Login failed. Please check your credentials.";

const CODE_MESSAGE = "Please enter the 6 digits your authenticator shows";

const sixDigits = z
  .string({ error: EMPTY_MESSAGE })
  .max(1000, CODE_MESSAGE)
  .transform((value) => clean(value, "digits"))
  .pipe(
    z
      .string()
      .min(1, { error: EMPTY_MESSAGE, abort: true })
      .regex(/^\d{6}$/, CODE_MESSAGE),
  );

export const staffSignInForm = z.object({
  email: z
    .string({ error: EMPTY_MESSAGE })
    .overwrite((typed) => clean(typed, "email"))
    .min(1, EMPTY_MESSAGE)
    .max(254, STAFF_WRONG_MESSAGE),
  password: z.string({ error: EMPTY_MESSAGE }).min(1, EMPTY_MESSAGE).max(1000, STAFF_WRONG_MESSAGE),
  code: sixDigits,
});

export type StaffSignIn = z.infer<typeof staffSignInForm>;

const LONGEST_REASON = 500;
const LONGEST_NOTE = 1000;
const REASON_MESSAGE = "Please say why. We keep the reason with the action";

/** The reason for an action: one line, recorded in the audit. */
export const reason = z
  .string({ error: REASON_MESSAGE })
  .transform((value) => clean(value, "line"))
  .pipe(
    z.string().min(3, REASON_MESSAGE).max(LONGEST_REASON, `The reason can have up to ${LONGEST_REASON} characters`),
  );

/** The reason in this field of a form; null without one, where not every act of the form needs it. */
export function typedReason(form: FormData, field: string): string | null {
  const read = reason.safeParse(form.get(field));
  return read.success ? read.data : null;
}

/** A form that asks for nothing but its button. */
export const nothingForm = z.object({});

export const reasonForm = z.object({ reason });
export type ReasonGiven = z.infer<typeof reasonForm>;

export const READING_REASONS = [
  "Customer asked",
  "Complaint",
  "Possible abuse",
  "Court or police",
  "Something else",
] as const;

const SHORTEST_READING_REASON = 8;

/** Why somebody’s private text is read; their owner can read it. */
export const readingForm = z.object({
  why: z.enum(READING_REASONS, { error: "Please choose why you need to read it" }),
  reason: reason.pipe(
    z.string().min(SHORTEST_READING_REASON, `Please say a little more: at least ${SHORTEST_READING_REASON} letters`),
  ),
});
export type ReadingReason = z.infer<typeof readingForm>;

const NOTE_MESSAGE = "Please write a note";
/** Who follows it up and on which day; both empty for a note that only informs. */
const followUpShape = { owner: optionalLine("The owner"), dueDay: optionalDay };
export const followUpForm = z.object(followUpShape);
export type FollowUp = z.infer<typeof followUpForm>;

const viewName = line("Please enter a name", "The name", 40);
/** A list's filters and order, saved under a name. */
export const viewForm = z.object({ name: viewName, isShared: checkbox });
export const viewNameForm = z.object({ name: viewName });
export type ViewName = z.infer<typeof viewNameForm>;

export const noteForm = z.object({
  ...followUpShape,
  note: z
    .string({ error: NOTE_MESSAGE })
    .transform((value) => clean(value, "line"))
    .pipe(
      z
        .string()
        .min(1, NOTE_MESSAGE)
        .max(LONGEST_NOTE, `The note can have up to ${formatNumber(LONGEST_NOTE)} characters`),
    ),
});
export type NoteGiven = z.infer<typeof noteForm>;

const ROLES = Object.keys(ROLE_NAMES) as [StaffRole, ...StaffRole[]];
const role = z.enum(ROLES, { error: "Please choose a role" });

export const invitationForm = z.object({
  name: nameLine("Name is required", "Name"),
  email: email("Email is required"),
  role: role.exclude(["super_admin"], {
    error: "Please choose a role. Two super admins can make somebody a super admin later",
  }),
});
export type Invitation = z.infer<typeof invitationForm>;

export const roleForm = z.object({ role, reason });
export type RoleChosen = z.infer<typeof roleForm>;

/** Setting up one's sign-in: a password, and a code that proves the authenticator has the secret. */
export const setUpForm = newPasswordForm.and(z.object({ code: sixDigits }));
export type SetUp = z.infer<typeof setUpForm>;

/** A customer account opened by staff; only the email is required. */
export const newAccountForm = z.object({
  email: email("Email is required"),
  firstName: optionalName("First name"),
  lastName: optionalName("Last name"),
  isTest: checkbox,
});
export type NewAccount = z.infer<typeof newAccountForm>;

/** Ten test accounts that share one password. */
export const testUsersForm = z.object({ password: newPassword });
export type TestUsers = z.infer<typeof testUsersForm>;
