import { WEEKS } from "~/domain/diary/rules/calendar";
import { formatBytes, formatCountOf } from "~/domain/kernel/text/numbers";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { TextLink } from "~/ui/text-link";
import { pictureOf } from "~/ui/theme";
import type { ProofData } from "./proof-data.server";

interface PartProps {
  readonly view: ProofData;
}

/** Seconds between refreshes while the proof is being made. */
export const REFRESH_SECONDS = 1;

/** In place of the open pages: a proof that is not made yet, or being made, or has no pictures of its pages. */
export function NoSpread({ view }: PartProps) {
  const { progress, proof } = view;
  const picture = pictureOf(view.theme, "redwork");
  return (
    <div className="stack">
      <div className="proof-spread" id="spread">
        <div className="spread">
          <div className="spread-edge" aria-hidden="true" />
          <div className="open-book proof-bare">
            <div className="proof-page">{picture && <img src={picture} alt="" width="720" height="720" />}</div>
            <div className="proof-page">
              {view.isBeingMade && progress ? (
                <Making view={view} done={progress.stepsDone} total={progress.stepsTotal} />
              ) : proof ? (
                <div className="stack">
                  <p>
                    <b>{proof.pages} pages</b>, exactly as they’ll print.
                  </p>
                  <p>
                    <TextLink href={`/books/${proof.fileId}/download`}>Download the proof</TextLink>{" "}
                    <span className="muted">PDF, {formatBytes(proof.bytes)}</span>
                  </p>
                </div>
              ) : progress?.state === "set_aside" ? (
                <Banner tone="bad">
                  <b>We couldn’t make the proof.</b> Your words and photos haven’t changed. We’re looking into it, so
                  there’s nothing for you to do.
                </Banner>
              ) : (
                <NotMade view={view} />
              )}
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}

interface MakingProps extends PartProps {
  readonly done: number;
  readonly total: number;
}

function Making({ view, done, total }: MakingProps) {
  return (
    <div className="stack" role="status">
      <p>
        <b>We’re making your proof.</b> {view.timeLeft}
      </p>
      <progress value={done} max={Math.max(1, total)}>
        {done} of {total} steps
      </progress>
      <p className="muted">
        This page checks every second. <a href={`/proof/${view.id}`}>Check now</a>
      </p>
    </div>
  );
}

/** Why there are no pages, and what helps. */
function NotMade({ view }: PartProps) {
  if (view.printing.length === 0) {
    return (
      <p>
        {view.unfinished.length > 0
          ? "No week is finished yet. Finish one first, or print unfinished weeks as they are."
          : "Nothing is written yet. Write a week first."}
      </p>
    );
  }
  return (
    <div className="stack">
      {view.progress ? (
        <Banner tone="bad">
          <b>We couldn’t make the proof this time.</b> Your words and photos haven’t changed.{" "}
          {view.progress.whyNot ?? "Please try again."}
        </Banner>
      ) : (
        <p>Your proof isn’t made yet.</p>
      )}
      <PostForm>
        <Button variant="theme" name="intent" value="set">
          Make the proof
        </Button>
      </PostForm>
    </div>
  );
}

/** The link to sign-off, or the reason why it is not possible yet. */
export function SendPart({ view }: PartProps) {
  const { problem, proof } = view;
  return (
    <section className="proof-send" aria-label="Send it to print">
      {problem === "too_early" ? (
        <p>
          You can send it to print in week {WEEKS}, or as soon as all {WEEKS} weeks are written.{" "}
          {formatCountOf(WEEKS - view.weeksWritten, "week is", "weeks are")} still to be written.
        </p>
      ) : problem === "nothing_written" ? (
        <p>Nothing is written yet, so there’s nothing to print.</p>
      ) : view.isTooLong ? (
        <p>
          The book has {proof?.pages} pages, and we can’t bind more than {view.mostPages}.{" "}
          {view.largePrint ? "Choose regular text, or shorten" : "Shorten"} the weeks that run over. They’re listed
          here.
        </p>
      ) : proof ? (
        <>
          {view.bareSpine && <p className="small">{view.bareSpine}</p>}
          <LinkButton variant="theme" wide href={`/proof/${view.id}/sign-off`}>
            I’ve checked it. Send it to print
          </LinkButton>
          <p className="small muted">We’ll show you what prints and where it’s going before anything is sent.</p>
        </>
      ) : (
        <p>Look through your pages first, then send them to print.</p>
      )}
      <p>
        <TextLink href={`/year-in-numbers/${view.id}`} arrow>
          Your year in numbers
        </TextLink>
      </p>
    </section>
  );
}
