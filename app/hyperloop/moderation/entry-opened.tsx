import type { SubmissionResult } from "@conform-to/react";
import type { entryToOpen, openedEntry } from "~/domain/backoffice/moderation/review.server";
import type { lastDecision } from "~/domain/backoffice/moderation/review-session.server";
import type { ModerationDecision } from "~/domain/backoffice/moderation/rules";

/** An entry as the parts of its page get it. */
export interface EntryReviewProps {
  readonly entry: NonNullable<ReturnType<typeof entryToOpen>>;
  readonly opened: NonNullable<ReturnType<typeof openedEntry>>;
  /** Where its owner's account is looked at; null without the permission. */
  readonly ownerHref: string | null;
  /** The days of the week, in words. */
  readonly days: string;
  readonly moderationDecisions: readonly ModerationDecision[];
  /** The button of the list that led here. */
  readonly chosen: string;
  readonly view: "simple" | "detailed";
  readonly reviewSession: {
    /** For what this reviewer opened it. */
    readonly reason: string | null;
    /** Whether the next entry is opened for the same reason. */
    readonly isReusable: boolean;
    readonly last:
      | (Pick<NonNullable<ReturnType<typeof lastDecision>>, "entryId" | "status"> & { readonly name: string })
      | null;
  };
  readonly actionData: { readonly reply: SubmissionResult } | undefined;
}
