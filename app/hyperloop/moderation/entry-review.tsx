import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { findTheme } from "~/domain/catalogue/catalogue";
import { WEEKS } from "~/domain/loops/calendar";
import type { ModerationState } from "~/domain/loops/printed-weeks";
import type { JudgementGiven } from "~/domain/moderation/forms";
import type { Judgement } from "~/domain/moderation/rules";
import { formatMoment } from "~/domain/time/format-days";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { RadioCards } from "~/ui/choice";
import { fieldOf, problemsOf } from "~/ui/conform-field";
import { DescriptionList } from "~/ui/description-list";
import { ErrorSummary } from "~/ui/error-summary";
import { TextArea } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { Ring } from "~/ui/ring";
import { loopName } from "./moderation-labels";
import { ZoomablePhoto } from "./zoomable-photo";

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
  readonly judgements: readonly Judgement[];
  /** The button of the list that led here. */
  readonly chosen: string;
  readonly view: "simple" | "detailed";
  readonly answer: { readonly reply: SubmissionResult } | undefined;
}

const CHOICES: Readonly<Record<Judgement, { label: string; description: string }>> = {
  approve: { label: "Approve", description: "Prints in the book as it is" },
  flag: { label: "Flag", description: "Ask a colleague to check it" },
  reject: { label: "Reject", description: "Stays out of the book until it’s changed. We email the owner" },
  hide: { label: "Hide", description: "Taken out of the book. We email the owner" },
};

/**
 * A week as its moderator reads it, with what to do about it beside. Whatever prints is in every view, so that nobody
 * decides about words they were not shown.
 */
export function EntryReview(props: EntryReviewProps) {
  const { entry, opened, days, view } = props;
  const { words, book, photos } = opened;
  const isDetailed = view === "detailed";
  return (
    <>
      {entry.flagReason && (
        <Banner tone="bad">
          <b>{entry.flagReason}</b>
        </Banner>
      )}
      <nav className="segments review-view" aria-label="View">
        {(["simple", "detailed"] as const).map((one) => (
          <a key={one} href={`?view=${one}`} aria-current={one === view ? "true" : undefined}>
            {one === "simple" ? "Simple" : "Detailed"}
          </a>
        ))}
      </nav>
      <div className="review">
        <article className="review-entry">
          {photos.length === 0 && <p className="muted">No photo.</p>}
          {photos.map((photo, index) => (
            <ZoomablePhoto
              key={photo.id}
              src={`/hyperloop/moderation/${entry.id}/photos/${photo.id}/print`}
              alt={`Photo ${index + 1} of ${photos.length}`}
              caption={photo.caption}
              about={isDetailed ? `${photo.fileName}, ${photo.width} × ${photo.height} pixels` : undefined}
            />
          ))}
          <p className="muted">
            {days}, week {entry.week} of {WEEKS}
          </p>
          {words.title && <h2>{words.title}</h2>}
          {words.highlight && <blockquote className="review-highlight">“{words.highlight}”</blockquote>}
          <Passage name="Grateful for" text={words.gratitude} />
          <Passage name={words.prompt} text={words.content} />
          <Passage name="Something I learned" text={words.learned} />
          {(book.title || book.dedication) && (
            <>
              <p className="muted">Dedication, printed at the front of the same book:</p>
              <Passage name="Title of the loop" text={book.title} />
              <Passage name="Dedication" text={book.dedication} />
            </>
          )}
        </article>
        <div className="review-acts">
          <TakeAction {...props} />
          <DescriptionList items={dataOf(props)} />
          <PostForm>
            <Button size="staff" variant="line" name="intent" value="close">
              Close without deciding
            </Button>
          </PostForm>
        </div>
      </div>
    </>
  );
}

function dataOf({ entry, opened, view, ownerHref }: EntryReviewProps) {
  const details = [
    {
      name: "Owner",
      value: ownerHref ? (
        <a href={ownerHref}>{entry.owner.name || "No name"}</a>
      ) : (
        entry.owner.name || "No name"
      ),
    },
    { name: "Email", value: entry.owner.email },
    { name: "Loop", value: loopName(entry) },
    { name: "Submitted", value: formatMoment(new Date(entry.handedInAt)) },
    {
      name: "Progress",
      value: (
        <span className="review-progress">
          <Ring completed={entry.week} size={32} /> Week {entry.week} of {WEEKS}
        </span>
      ),
    },
  ];
  if (view === "simple") return details;
  return [
    ...details,
    { name: "Theme", value: findTheme(entry.theme)?.name ?? entry.theme },
    { name: "Version", value: opened.version },
    {
      name: "Last reviewed",
      value: entry.reviewedAt
        ? `${formatMoment(new Date(entry.reviewedAt))}${opened.reviewer ? `, ${opened.reviewer}` : ""}`
        : "Not yet",
    },
    { name: "Note to the owner", value: opened.note ?? "None" },
    {
      name: "Earlier decisions",
      value:
        opened.earlier.map(({ status, found }) => `${found} ${status.toLowerCase()}`).join(", ") || "None",
    },
  ];
}

function Passage({ name, text }: { readonly name: string; readonly text: string }) {
  if (text === "") return null;
  return (
    <>
      <h3>{name}</h3>
      <p className="review-words">{text}</p>
    </>
  );
}

function TakeAction({ entry, opened, judgements, chosen, answer }: EntryReviewProps) {
  const [form, fields] = useForm<JudgementGiven>({
    id: "judge",
    lastResult: answer?.reply,
    defaultValue: {
      judgement: judgements.find((one) => one === chosen) ?? (judgements.length === 1 ? judgements[0] : ""),
    },
  });
  if (judgements.length === 0) return <p className="muted">Only the owner can change this entry now.</p>;
  const initial = fields.judgement.initialValue;
  return (
    <section className="review-action">
      <h2>Take action</h2>
      <ErrorSummary problems={problemsOf(form)} />
      <PostForm {...getFormProps(form)} className="form-stack">
        <input type="hidden" name="seen" value={opened.seen} />
        <RadioCards
          legend="Decision"
          legendHidden
          name="judgement"
          id={fields.judgement.id}
          errors={fields.judgement.errors}
          defaultValue={typeof initial === "string" ? initial : undefined}
          options={judgements.map((judgement) => ({
            value: judgement,
            ...CHOICES[judgement],
            ...(judgement === "flag" && entry.status === "FLAGGED" ? { label: "Keep flagged" } : {}),
          }))}
        />
        <TextArea
          {...fieldOf(fields.notes)}
          label="Notes"
          rows={4}
          maxLength={1000}
          hint="The owner gets them with Reject or Hide. Otherwise only staff see them"
        />
        <Button size="staff" name="intent" value="judge">
          Save decision
        </Button>
      </PostForm>
    </section>
  );
}
