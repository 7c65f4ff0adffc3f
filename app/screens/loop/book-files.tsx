import type { BookProgress } from "~/domain/books/books.server";
import { formatBytes } from "~/domain/text/numbers";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { RadioCards } from "~/ui/choice";
import { PostForm } from "~/ui/post-form";

/** The PDFs of a book: a smaller one for the screen and for sharing, and one in print quality. */

/** Seconds between refreshes while a book is being made. */
export const REFRESH_SECONDS = 2;

type Quality = "screen" | "print";
type Files = Readonly<Record<Quality, BookProgress | null>>;

const QUALITIES: readonly Quality[] = ["screen", "print"];
const KINDS = {
  screen: { name: "For the screen", download: "Download as PDF", make: "Make the PDF" },
  print: {
    name: "In print quality",
    download: "Download as PDF, print quality",
    make: "Make the PDF in print quality",
  },
} as const;

export function isBeingMade(file: BookProgress | null): boolean {
  return file?.state === "waiting" || file?.state === "rendering";
}

interface BookFilesProps {
  readonly loopId: string;
  /** A year not yet sent to print says so on its title page. */
  readonly isProof: boolean;
  readonly files: Files;
}

/** Finished files, files being made, and buttons for those not requested yet. */
export function BookFiles({ loopId, isProof, files }: BookFilesProps) {
  const ready = QUALITIES.filter((quality) => files[quality]?.state === "ready");
  const underWay = QUALITIES.filter((quality) => isBeingMade(files[quality]));
  const open = QUALITIES.filter((quality) => !ready.includes(quality) && !underWay.includes(quality));
  return (
    <div className="stack">
      {QUALITIES.some((quality) => files[quality]?.state === "failed") && (
        <Banner tone="bad">
          <b>The book could not be made this time.</b> Your words and photos are safe. Please try again.
        </Banner>
      )}
      {ready.map((quality) => (
        <ReadyFile key={quality} quality={quality} file={files[quality]} />
      ))}
      {ready.length > 0 && (
        <p>
          <a href={`/book/pages?loop=${loopId}`}>Turn the pages</a>
        </p>
      )}
      {underWay.map((quality) => (
        <Making key={quality} loopId={loopId} quality={quality} file={files[quality]} />
      ))}
      {open.length > 0 && <MakeForm loopId={loopId} open={open} />}
      {isProof && (
        <p className="muted">
          Until you send the year to print, its title page says “Proof”, in either quality.
        </p>
      )}
    </div>
  );
}

function ReadyFile({ quality, file }: { readonly quality: Quality; readonly file: BookProgress | null }) {
  const { name, download } = KINDS[quality];
  return (
    <div className="stack">
      <p>
        <b>{name}:</b> {file?.pageCount} pages, {formatBytes(file?.bytes ?? 0)}.
      </p>
      <p className="row">
        <LinkButton
          variant={quality === "screen" ? "theme" : "line"}
          href={`/books/${file?.fileId}/download`}
        >
          {download}
        </LinkButton>
      </p>
    </div>
  );
}

interface MakingProps {
  readonly loopId: string;
  readonly quality: Quality;
  readonly file: BookProgress | null;
}

function Making({ loopId, quality, file }: MakingProps) {
  const [done, total] = [file?.stepsDone ?? 0, Math.max(1, file?.stepsTotal ?? 1)];
  return (
    <div className="stack" role="status">
      <p>
        <b>{file?.state === "waiting" ? "Your book is next in line." : "Setting your book."}</b>{" "}
        {KINDS[quality].name}. This page looks again every {REFRESH_SECONDS} seconds.
      </p>
      <progress value={done} max={total}>
        {done} of {total} steps
      </progress>
      <p className="row">
        <a href={`/book?loop=${loopId}`}>Look again now</a>
      </p>
    </div>
  );
}

function MakeForm({ loopId, open }: { readonly loopId: string; readonly open: readonly Quality[] }) {
  const [only, ...others] = open;
  return (
    <PostForm className="form-stack">
      <input type="hidden" name="loop" value={loopId} />
      {others.length > 0 ? (
        <RadioCards
          legend="How sharp"
          name="quality"
          defaultValue="screen"
          options={[
            {
              value: "screen",
              label: KINDS.screen.name,
              description: "Quick to open and small enough to send.",
            },
            {
              value: "print",
              label: KINDS.print.name,
              description: "Every photo as sharp as it prints. A full year is some hundred megabytes.",
            },
          ]}
        />
      ) : (
        <input type="hidden" name="quality" value={only} />
      )}
      <Button variant={open.includes("screen") ? "theme" : "line"}>
        {others.length > 0 ? KINDS.screen.make : KINDS[only ?? "screen"].make}
      </Button>
    </PostForm>
  );
}
