import { formatBytes, formatCountOf } from "~/domain/text/numbers";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { TextLink } from "~/ui/text-link";
import { VisuallyHidden } from "~/ui/visually-hidden";
import type { ProofData } from "./proof-data.server";
import { UnfinishedList, UnfinishedSentences } from "./unfinished-weeks";

interface PartProps {
  readonly view: ProofData;
}

/** The pages themselves, and their warnings. */
export function ProofPart({ view }: PartProps) {
  const { progress } = view;
  return (
    <section className="stack" aria-labelledby="pages">
      <h2 id="pages">The pages</h2>
      {progress?.state === "waiting" || progress?.state === "rendering" ? (
        <div className="stack" role="status">
          <p>
            <b>The pages are being set.</b> This page looks again every 3 seconds.
          </p>
          <progress value={progress.stepsDone} max={Math.max(1, progress.stepsTotal)}>
            {progress.stepsDone} of {progress.stepsTotal} steps
          </progress>
          <p>
            <a href={`/proof/${view.id}`}>Look again now</a>
          </p>
        </div>
      ) : progress?.state === "ready" ? (
        <Ready
          view={view}
          pages={progress.pageCount ?? 0}
          bytes={progress.bytes ?? 0}
          file={progress.fileId}
        />
      ) : (
        <Unset view={view} hasFailed={progress?.state === "failed"} />
      )}
    </section>
  );
}

function Unset({ view, hasFailed }: { readonly view: ProofData; readonly hasFailed: boolean }) {
  return (
    <>
      {hasFailed && (
        <Banner tone="bad">
          <b>The pages could not be set this time.</b> Your words and photos are safe. Please try again.
        </Banner>
      )}
      <p>
        So far {formatCountOf(view.weeksWritten, "week is", "weeks are")} written. Setting the pages takes a
        few seconds; do it again whenever you have changed something.
      </p>
      <PostForm>
        <Button variant="theme" name="intent" value="set" id="make-proof">
          Set the pages
        </Button>
      </PostForm>
    </>
  );
}

interface ReadyProps {
  readonly view: ProofData;
  readonly pages: number;
  readonly bytes: number;
  readonly file: string;
}

function Ready({ view, pages, bytes, file }: ReadyProps) {
  const { remarks, keptOut } = view;
  return (
    <>
      <p>
        {pages} pages, {formatBytes(bytes)}. They say “Proof” at the foot of the title page; the printed book
        will not.
      </p>
      <p className="row">
        <LinkButton variant="theme" href={`/book/pages?loop=${view.id}`}>
          Turn the pages
        </LinkButton>
        <LinkButton variant="line" href={`/books/${file}/download`}>
          Download the proof
        </LinkButton>
      </p>
      <h3>Worth another look</h3>
      {remarks.length + keptOut.length === 0 ? (
        <p>Nothing. Every photo is large enough, and every letter can be printed.</p>
      ) : (
        <ul className="remarks">
          {remarks.map(({ key, where, words, href, pageHref }) => (
            <li key={key}>
              <b>{href ? <a href={href}>{where}</a> : where}</b> {words}{" "}
              {pageHref && (
                <a href={pageHref}>
                  See the page<VisuallyHidden> of {where.toLowerCase()}</VisuallyHidden>
                </a>
              )}
            </li>
          ))}
          {keptOut.map(({ week, note, href }) => (
            <li key={`kept-out-${week}`}>
              <b>
                <a href={href}>Week {week}</a>
              </b>{" "}
              does not print until you mend it and it was looked at again.{note ? ` ${note}` : ""}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Unfinished weeks, and what happens to them in the book. */
export function UnfinishedPart({ view }: PartProps) {
  const { unfinished, printsDrafts } = view;
  if (unfinished.length === 0) return null;
  const isOne = unfinished.length === 1;
  return (
    <section className="stack" aria-labelledby="unfinished">
      <h2 id="unfinished">Not finished yet</h2>
      <p>
        <UnfinishedSentences weeks={unfinished} printsDrafts={printsDrafts} />
      </p>
      <UnfinishedList weeks={unfinished} />
      <p>
        {printsDrafts
          ? `The proof shows ${isOne ? "it as it is" : "them as they are"}.`
          : `You can finish ${isOne ? "it" : "them"}, leave ${isOne ? "it" : "them"} out, or print ${isOne ? "it as it is" : "them as they are"}.`}
      </p>
      <PostForm>
        <Button variant="line" name="intent" value={printsDrafts ? "leave-drafts" : "print-drafts"}>
          {printsDrafts ? "Leave unfinished weeks out" : "Print unfinished weeks as they are"}
        </Button>
      </PostForm>
    </section>
  );
}

/** The link to sign-off, or the reason why it is not possible yet. */
export function SignOffPart({ view }: PartProps) {
  return (
    <section className="stack" aria-labelledby="to-print">
      <h2 id="to-print">Send it to print</h2>
      {view.problem === "too_early" ? (
        <p>
          You can send it in week 52, or as soon as all 52 weeks are written.{" "}
          {formatCountOf(52 - view.weeksWritten, "week is", "weeks are")} still to be written; until then this
          is how it looks so far.
        </p>
      ) : view.problem === "nothing_written" ? (
        <p>Nothing is written yet, so there is nothing to print.</p>
      ) : view.isTooLong ? (
        <p>
          As it is set the book has {view.progress?.pageCount} pages, and no more than {view.mostPages} can be
          bound. {view.largePrint ? "Choose the regular type, or shorten" : "Shorten"} the weeks whose words
          run on; they are listed above.
        </p>
      ) : view.progress?.state === "ready" ? (
        <>
          <p>Once it has gone, words and photos stay as they are in the proof.</p>
          <p className="row">
            <LinkButton variant="theme" href={`/proof/${view.id}/sign-off`}>
              I have looked. Send it to print
            </LinkButton>
          </p>
        </>
      ) : (
        <p>Set the pages and look through them first.</p>
      )}
      <p>
        <TextLink href={`/year-in-numbers/${view.id}`} arrow>
          Your year in numbers
        </TextLink>
      </p>
    </section>
  );
}
