import { COMMON_PASSWORDS } from "./common-passwords";
import { type PasswordStrength, strengthOf } from "./password-strength";

/**
 * The rules for passwords: 8 to 128 characters of any script, with an upper-case letter, a lower-case letter, a number
 * and a special character, and not one of the most common passwords.
 */

export const PASSWORD_MINIMUM = 8;
export const PASSWORD_MAXIMUM = 128;

export interface PasswordCriterion {
  key: "length" | "upper" | "lower" | "digit" | "special";
  label: string;
  /** A regular expression with the flag u for this criterion; the page's script uses the same one. */
  pattern: string;
  met: boolean;
}

/** Any sign that is no part of a word, no figure and no space, on whatever keyboard: “£” and “§” as well as “!”. */
export const SPECIAL_SIGN = "[^\\p{L}\\p{M}\\p{N}\\p{Z}\\p{C}]";

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
    pattern: SPECIAL_SIGN,
  },
];

/** The five criteria of the checklist, each met or not. */
export function checkPassword(password: string): PasswordCriterion[] {
  return CRITERIA.map((criterion) => ({
    ...criterion,
    met: new RegExp(criterion.pattern, "u").test(password),
  }));
}

export function passwordStrength(password: string): PasswordStrength {
  return strengthOf(checkPassword(password).filter((criterion) => criterion.met).length);
}

export interface PasswordAdvice {
  criteria: readonly PasswordCriterion[];
  strength: PasswordStrength;
}

/** The advice shown with a rejected form about the password that was typed, without the password. */
export function adviseOn(password: string): PasswordAdvice {
  return { criteria: checkPassword(password), strength: passwordStrength(password) };
}

/** Common substitutes for letters when a sign or a number is required. */
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
 * Whether this is a common password in any case, with signs or numbers added or substituted for letters, or one made of
 * our own name.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  const stem = plain.replace(/^[^a-z]+|[^a-z]+$/g, "");
  const spelled = stem.replace(/[^a-z]/g, (sign) => LOOK_ALIKES[sign] ?? "");
  return [plain, stem, spelled, plain.replace(/[^a-z]/g, "")].some(
    (guess) => COMMON_PASSWORDS.has(guess) || /^(?:my|hyper)?loop(?:journal|book)?s?$/.test(guess),
  );
}
