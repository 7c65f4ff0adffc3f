import type { EntraReason } from "~/domain/people/staff/entra-sign-in.server";

/** What a person reads whose sign-in by the directory failed. */
export const ENTRA_MESSAGES: Readonly<Record<EntraReason, string>> = {
  cancelled: "You left before signing in. Nothing has changed.",
  wrong_tenant: "That account belongs to another organisation. Please choose your work account.",
  refused: "We couldn’t check that sign-in, or it was already used. Please start again.",
  unknown: "You don’t have an account here, or it’s no longer active. A super admin can make one for you.",
  unreachable: "Entra ID isn’t answering just now. Please try again in a few minutes, or sign in with your password.",
  misconfigured:
    "Entra ID no longer accepts this shop’s own secret. Please sign in with your password; an alarm says what to do.",
};

export const ENTRA_STATUS: Readonly<Record<EntraReason, number>> = {
  cancelled: 403,
  wrong_tenant: 403,
  refused: 400,
  unknown: 403,
  unreachable: 503,
  misconfigured: 503,
};
