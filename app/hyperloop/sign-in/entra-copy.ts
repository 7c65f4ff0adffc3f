import type { EntraReason } from "~/domain/staff/entra-sign-in.server";

/** What a person reads whose sign-in by the directory failed. */
export const ENTRA_SENTENCES: Readonly<Record<EntraReason, string>> = {
  cancelled: "You turned back before you were signed in. Nothing has changed.",
  wrong_tenant: "That account belongs to another organisation. Please choose the one you have for work here.",
  refused: "That sign-in could not be checked, or was used before. Please start again from the beginning.",
  unknown: "No account here is yours, or it is no longer in use. A super admin can make one for you.",
  unreachable:
    "Entra ID does not answer just now. Please try again in a few minutes, or sign in with your password.",
};

export const ENTRA_STATUS: Readonly<Record<EntraReason, number>> = {
  cancelled: 403,
  wrong_tenant: 403,
  refused: 400,
  unknown: 403,
  unreachable: 503,
};
