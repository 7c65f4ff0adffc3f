export type PasswordStrength = "weak" | "medium" | "strong";

/** Fewer than two criteria met is weak, fewer than four medium, otherwise strong. */
export function strengthOf(metCriteria: number): PasswordStrength {
  if (metCriteria < 2) return "weak";
  return metCriteria < 4 ? "medium" : "strong";
}
