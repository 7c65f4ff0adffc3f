import { COMMON_PASSWORDS } from "./common-passwords";

/**
 * What a password must be: 8 to 128 characters of any writing, with an upper-case letter, a lower-case letter, a
 * number and a special character, and not one of the passwords everybody tries first.
 */

export const PASSWORD_MINIMUM = 8;
export const PASSWORD_MAXIMUM = 128;

export interface PasswordCriterion {
  key: "length" | "upper" | "lower" | "digit" | "special";
  label: string;
  /** A regular expression with the flag u that finds what is asked for; the page looks by the same. */
  pattern: string;
  met: boolean;
}

const CRITERIA: readonly Omit<PasswordCriterion, "met">[] = [
  {
    key: "length",
    label: `At least ${PASSWORD_MINIMUM} characters`,
    pattern: `[\\s\\S]{${PASSWORD_MINIMUM},}`,
  },
  { key: "upper", label: "One uppercase letter", pattern: "\\p{Lu}" },
  { key: "lower", label: "One lowercase letter", pattern: "\\p{Ll}" },
  { key: "digit", label: "One number", pattern: "\\p{Nd}" },
  {
    key: "special",
    label: "One special character, such as ! or ?",
    pattern: "[!@#$%^&*()_+\\-=[\\]{};':\"\\\\|,.<>\\/?]",
  },
];

/** The five criteria of the checklist, each met or not. */
export function checkPassword(password: string): PasswordCriterion[] {
  return CRITERIA.map((criterion) => ({
    ...criterion,
    met: new RegExp(criterion.pattern, "u").test(password),
  }));
}

/** Fewer than two criteria met is weak, fewer than four medium, otherwise strong. */
export function passwordStrength(password: string): "weak" | "medium" | "strong" {
  const met = checkPassword(password).filter((criterion) => criterion.met).length;
  if (met < 2) return "weak";
  return met < 4 ? "medium" : "strong";
}

export interface PasswordAdvice {
  criteria: readonly PasswordCriterion[];
  strength: "weak" | "medium" | "strong";
}

/** What a form that came back says of the password that was typed into it, without the password. */
export function adviseOn(password: string): PasswordAdvice {
  return { criteria: checkPassword(password), strength: passwordStrength(password) };
}

/** What people write in place of a letter when a sign or a number is asked for. */
const LOOK_ALIKES: Record<string, string> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
};

/**
 * Whether this is one of the passwords guessed first, whatever its case, with signs or numbers added to it or put
 * in place of its letters, or one made of our own name.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  const stem = plain.replace(/^[^a-z]+|[^a-z]+$/g, "");
  const spelled = stem.replace(/[^a-z]/g, (sign) => LOOK_ALIKES[sign] ?? "");
  return [plain, stem, spelled, plain.replace(/[^a-z]/g, "")].some(
    (guess) => COMMON_PASSWORDS.has(guess) || /^(?:my|hyper)?loop(?:journal|book)?s?$/.test(guess),
  );
}
