import { picturePath } from "~/domain/diary/catalogue/picture-path";
import { firstLoop, loopsOf, writtenWeeks } from "~/domain/diary/loops/loops.server";
import { MARKETING_WORDING } from "~/domain/people/accounts/accounts.server";
import { pendingEmailChange } from "~/domain/people/accounts/email-change.server";
import { joinName } from "~/domain/people/accounts/full-name";
import { profileOf } from "~/domain/people/accounts/profile.server";
import { describeLoop } from "./loop-data.server";

export function accountData(accountId: string, now: Date) {
  const profile = profileOf(accountId);
  return {
    profile,
    details: { fullName: joinName(profile), phone: profile.phone },
    marketingWording: MARKETING_WORDING,
    pendingEmail: pendingEmailChange(accountId, now)?.email ?? null,
  };
}

export type AccountData = ReturnType<typeof accountData>;

/** The customer's default loop, with its current picture. */
export function defaultLoop(accountId: string, now: Date) {
  const loop = firstLoop(loopsOf(accountId));
  if (!loop) return null;
  const view = describeLoop(loop, now);
  const stitched = new Set(writtenWeeks(loop.id).map(({ week }) => week));
  return { ...view, picture: picturePath(view.theme, stitched) };
}

export type DefaultLoop = NonNullable<ReturnType<typeof defaultLoop>>;
