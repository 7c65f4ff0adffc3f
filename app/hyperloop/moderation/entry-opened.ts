import type { SubmissionResult } from "@conform-to/react";
import type { ModerationDecision } from "~/domain/backoffice/moderation/rules";
import type { ModerationState } from "~/domain/diary/loops/printed-weeks";

/** An entry as the parts of its page get it. */
export interface EntryReviewProps {
  readonly entry: {
    readonly id: string;
    readonly status: ModerationState;
    readonly week: number;
    readonly flagReason: string | null;
    readonly owner: { readonly id: string; readonly name: string; readonly email: string };
    readonly theme: string;
    readonly type: string;
    readonly handedInAt: Date | string;
    readonly reviewedAt: Date | string | null;
  };
  readonly opened: {
    readonly words: {
      readonly title: string;
      readonly highlight: string;
      readonly gratitude: string;
      readonly learned: string;
      readonly prompt: string;
      readonly content: string;
    };
    readonly version: number;
    readonly note: string | null;
    /** What its owner wrote for the front of the book; empty where they wrote nothing. */
    readonly book: { readonly title: string; readonly dedication: string };
    readonly seen: string;
    readonly reviewer: string | null;
    readonly photos: readonly {
      readonly id: string;
      readonly caption: string;
      readonly width: number;
      readonly height: number;
      readonly fileName: string;
    }[];
    readonly earlier: readonly { readonly status: string; readonly found: number }[];
  };
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
    readonly last: {
      readonly entryId: string;
      readonly name: string;
      readonly status: ModerationState;
    } | null;
  };
  readonly actionData: { readonly reply: SubmissionResult } | undefined;
}
