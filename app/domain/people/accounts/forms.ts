import { z } from "zod";
import { addressProblem } from "~/domain/kernel/text/email-addresses";
import { isPlainName } from "~/domain/kernel/text/plain-names";
import { clean } from "~/domain/kernel/text/typed-text";
import { isDay } from "~/domain/kernel/time/days";
import { CODE_DIGITS } from "./codes";
import { PASSWORD_MAXIMUM, PASSWORD_MINIMUM, SPECIAL_SIGN } from "./password-rules";

/** The forms about people's own data, with their error messages. */

/** One line of text. */
export const line = (required: string, label: string, most = 100) =>
  z
    .string({ error: required })
    .transform((value) => clean(value, "line"))
    .pipe(z.string().min(1, required).max(most, `${label} must be ${most} characters or less`));

/** One line of text that may be empty; undefined if the page was sent without that field. */
export const lineIfSent = (label: string, most = 100) =>
  z
    .string()
    .optional()
    .catch(undefined)
    .transform((sent) => (sent === undefined ? undefined : clean(sent, "line")))
    .pipe(z.string().max(most, `${label} must be ${most} characters or less`).optional());

/** The same, where nothing is as good as an empty text. */
export const optionalLine = (label: string, most = 100) => lineIfSent(label, most).transform((sent) => sent ?? "");

/** A longer name is not a name. */
const NAME_MOST = 60;
const nameSentence = (label: string) => `${label} can’t have a web address, a phone number, “@” or “£” in it`;

/** A name that may be in an email to somebody who doesn’t know its writer. */
export const nameLine = (required: string, label: string, most = NAME_MOST) =>
  line(required, label, most).refine(isPlainName, nameSentence(label));

export const optionalName = (label: string) => optionalLine(label, NAME_MOST).refine(isPlainName, nameSentence(label));

const DAY_MESSAGE = "Please choose a date from the calendar";

/** A calendar day (YYYY-MM-DD). */
export const day = z
  .string({ error: DAY_MESSAGE })
  .overwrite((typed) => clean(typed, "number"))
  .refine(isDay, DAY_MESSAGE);

/** A calendar day that may be empty. */
export const optionalDay = z
  .string()
  .optional()
  .catch(undefined)
  .transform((value) => clean(value ?? "", "number"))
  .pipe(z.string().refine((value) => value === "" || isDay(value), DAY_MESSAGE));

/** A password with the first of its problems, found by `problemOf`, as its one error. */
const passwordBy = (problemOf: (password: string) => string | null) =>
  z
    .string()
    .catch("")
    .superRefine((password, context) => {
      const problem = problemOf(password);
      if (problem) context.addIssue({ code: "custom", message: problem });
    });

const ADDRESS_PROBLEMS = {
  format: "Please enter a valid email address",
  dots: "An email address can’t have two full stops together, or one just before the @ or at its start",
  accents: "We can’t send email to an address with accents or other scripts before the @. Please enter another",
} as const;

export const email = (required = "Email address is required") =>
  z
    .string({ error: required })
    .transform((value) => clean(value, "email"))
    .pipe(
      // One error message at most, and none that hides a form's other error messages.
      z.string().superRefine((address, context) => {
        const problem = address === "" ? null : addressProblem(address);
        if (address === "") context.addIssue({ code: "custom", message: required });
        else if (problem) context.addIssue({ code: "custom", message: ADDRESS_PROBLEMS[problem] });
      }),
    );

/** A new password, checked in the order of the displayed list; the first failure is the message. */
export const newPassword = z.string({ error: "Password is required" }).superRefine((password, context) => {
  const problem = passwordProblem(password);
  if (problem) context.addIssue({ code: "custom", message: problem });
});

export function passwordProblem(password: string): string | null {
  if (password === "") return "Password is required";
  if ([...password].length < PASSWORD_MINIMUM) return `Password must be at least ${PASSWORD_MINIMUM} characters long`;
  if ([...password].length > PASSWORD_MAXIMUM) return `Password must be ${PASSWORD_MAXIMUM} characters or less`;
  if (!/\p{Lu}/u.test(password)) return "Password must contain at least one uppercase letter";
  if (!/\p{Ll}/u.test(password)) return "Password must contain at least one lowercase letter";
  if (!/\p{Nd}/u.test(password)) return "Password must contain at least one number";
  if (!new RegExp(SPECIAL_SIGN, "u").test(password)) {
    return "Password must contain at least one special character";
  }
  return null;
}

/** A checkbox or switch: checked is true, anything else is false. */
export const checkbox = z
  .literal("on")
  .optional()
  .catch(undefined)
  .transform((value) => value === "on");

const TERMS_MESSAGE = "You must accept the Terms & Conditions and Privacy Policy";
export const COMMON_PASSWORD_MESSAGE = "That password is too easy to guess. Please choose another";

const accepted = checkbox.refine((value) => value, TERMS_MESSAGE);

/** A password again. What is longer than any password differs from it in its beginning too, or the password is refused. */
const repeated = (typed: z.ZodString) => typed.overwrite((again) => again.slice(0, 4 * PASSWORD_MAXIMUM));

const passwordPair = z.object({ password: z.string(), confirmPassword: z.string().min(1) });

export const registrationForm = z
  .object({
    firstName: nameLine("First name is required", "First name"),
    lastName: nameLine("Last name is required", "Last name"),
    email: email(),
    password: newPassword,
    confirmPassword: repeated(z.string({ error: "Please confirm your password" })).min(
      1,
      "Please confirm your password",
    ),
    marketingOptIn: checkbox,
    acceptedTerms: accepted,
    acceptedPrivacy: accepted,
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ["confirmPassword"],
    message: "Passwords do not match",
    // Checked as soon as both are present, even if other fields are missing.
    when: (payload) => passwordPair.safeParse(payload.value).success,
  });

export type Registration = z.infer<typeof registrationForm>;

export const BOTH_TERMS_MESSAGE = "Please accept both the Terms & Conditions and Privacy Policy";

/** The password messages of the streamlined sign-up: its own four first, then those for every password. */
function streamlinedPasswordProblem(password: string): string | null {
  if ([...password].length < PASSWORD_MINIMUM) return `Password must be at least ${PASSWORD_MINIMUM} characters long`;
  if (!/\p{Ll}/u.test(password)) return "Password must contain at least one lowercase letter";
  if (!/\p{Lu}/u.test(password)) return "Password must contain at least one uppercase letter";
  if (!/\p{Nd}/u.test(password)) return "Password must contain at least one number";
  return passwordProblem(password);
}

const bothAccepted = checkbox.refine((value) => value, BOTH_TERMS_MESSAGE);

/** Registering during checkout; the password is typed once. */
export const streamlinedRegistrationForm = z.object({
  firstName: nameLine("First name is required", "First name"),
  lastName: nameLine("Last name is required", "Last name"),
  email: email(),
  password: passwordBy(streamlinedPasswordProblem),
  marketingOptIn: checkbox,
  acceptedTerms: bothAccepted,
  acceptedPrivacy: bothAccepted,
});

export type StreamlinedRegistration = z.infer<typeof streamlinedRegistrationForm>;

export const signInForm = z.object({
  email: z
    .string({ error: "Please fill in all fields" })
    .overwrite((typed) => clean(typed, "email"))
    .max(1000, ADDRESS_PROBLEMS.format),
  password: z.string({ error: "Please fill in all fields" }).max(1000, "Login failed. Please check your credentials."),
});

export const CODE_MESSAGE = `Please enter a valid ${CODE_DIGITS}-digit verification code`;

export const codeForm = z.object({
  code: z
    .string({ error: CODE_MESSAGE })
    .max(1000, CODE_MESSAGE)
    .transform((value) => clean(value, "digits"))
    .pipe(z.string().length(CODE_DIGITS, CODE_MESSAGE)),
});

/** How an API client identifies its registration: by address, and by id if it stored it. */
export const registrationCallForm = z.object({
  email: email("Email is required"),
  registration: optionalLine("registration"),
});

export type SignIn = z.infer<typeof signInForm>;
export type Code = z.infer<typeof codeForm>;

export const forgotPasswordForm = z.object({ email: email("Email is required") });
export type AddressForReset = z.infer<typeof forgotPasswordForm>;

export const newPasswordForm = z
  .object({
    password: newPassword,
    confirmPassword: repeated(z.string({ error: "Please confirm your password" })).min(
      1,
      "Please confirm your password",
    ),
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ["confirmPassword"],
    message: "Passwords do not match",
    when: (payload) => passwordPair.safeParse(payload.value).success,
  });
export type NewPassword = z.infer<typeof newPasswordForm>;

const digitsIn = (text: string) => text.replace(/\D/g, "").length;

/** Seven to fifteen digits (ITU-T E.164), with the usual separators. */
export const phone = z
  .string()
  .optional()
  .catch(undefined)
  .transform((value) => clean(value ?? "", "phone"))
  .pipe(z.string().max(40, "Phone must be 40 characters or less"))
  .refine(
    (value) => value === "" || (/^\+?[\d\s().-]+$/.test(value) && digitsIn(value) >= 7 && digitsIn(value) <= 15),
    "Please enter a valid phone number",
  );

export const profileForm = z.object({
  firstName: nameLine("First name is required", "First name"),
  lastName: nameLine("Last name is required", "Last name"),
  phone,
});
export type Profile = z.infer<typeof profileForm>;

/** A profile with the name in one field; refused when it is longer than both parts together may be. */
export const detailsForm = z.object({
  fullName: nameLine("Full name is required", "Full name", 2 * NAME_MOST + 1),
  phone,
});
export type Details = z.infer<typeof detailsForm>;

/** Texts and push messages are not sent, so nobody chooses about them. */
export const emailsForm = z.object({ email: checkbox, marketing: checkbox });
export type EmailChoices = z.infer<typeof emailsForm>;

const CURRENT_PASSWORD_MESSAGE = "Current password is required";
export const WRONG_CURRENT_PASSWORD_MESSAGE = "That isn’t your current password";

/** A password to compare, as typed; limited to 1,000 characters. */
const currentPassword = z
  .string({ error: CURRENT_PASSWORD_MESSAGE })
  .min(1, CURRENT_PASSWORD_MESSAGE)
  .max(1000, WRONG_CURRENT_PASSWORD_MESSAGE);

export const emailChangeForm = z.object({
  newEmail: email("New email address is required"),
  currentPassword,
});
export type EmailChange = z.infer<typeof emailChangeForm>;

const PASSWORDS_DIFFER_MESSAGE = "New passwords do not match";

/** The password messages of the account settings; the criteria are those of registration. */
export function changedPasswordProblem(password: string): string | null {
  if ([...password].length < PASSWORD_MINIMUM)
    return `New password must be at least ${PASSWORD_MINIMUM} characters long`;
  if ([...password].length > PASSWORD_MAXIMUM) return `New password must be ${PASSWORD_MAXIMUM} characters or less`;
  if (passwordProblem(password) === null) return null;
  return "Password must contain uppercase, lowercase, number, and special character";
}

export const passwordChangeForm = z
  .object({
    currentPassword,
    newPassword: passwordBy(changedPasswordProblem),
    confirmPassword: repeated(z.string()).catch(""),
  })
  .refine((form) => form.newPassword === form.confirmPassword, {
    path: ["confirmPassword"],
    message: PASSWORDS_DIFFER_MESSAGE,
    // Reported together with any other error.
    when: () => true,
  });
export type PasswordChange = z.infer<typeof passwordChangeForm>;

export const deletionForm = z.object({ currentPassword });
export type Deletion = z.infer<typeof deletionForm>;
