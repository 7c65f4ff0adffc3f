import type { BookProgress } from "~/domain/book/books/books.server";
import { formatBytes } from "~/domain/kernel/text/numbers";
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
  screen: { name: "Screen quality", download: "Download as PDF", make: "Make the PDF" },
  print: {
    name: "Print quality",
    download: "Download as PDF, print quality",
    make: "Make the PDF in print quality",
  },
} as const;

export function isBeingMade(file: BookProgress | null): boolean {
  return file?.state === "waiting" || file?.state === "rendering";
}

interface BookFilesProps {
  readonly loopId: string;
  readonly files: Files;
}

/** Finished files, files being made, and buttons for those not requested yet. */
export function BookFiles({ loopId, files }: BookFilesProps) {
  const ready = QUALITIES.filter((quality) => files[quality]?.state === "ready");
  const underWay = QUALITIES.filter((quality) => isBeingMade(files[quality]));
  const isSetAside = QUALITIES.some((quality) => files[quality]?.state === "set_aside");
  const missing = QUALITIES.filter((quality) => !ready.includes(quality) && !underWay.includes(quality));
  const open = isSetAside ? [] : missing;
  const failed = Object.values(files).find((file) => file?.state === "failed");
  return (
    <div className="stack">
      {failed && (
        <Banner tone="bad">
          <b>We couldn’t make your book this time.</b> Your words and photos haven’t changed.{" "}
          {failed.whyNot ?? "Please try again."}
        </Banner>
      )}
      {isSetAside && (
        <Banner tone="bad">
          <b>We couldn’t make your book.</b> Your words and photos haven’t changed. We’re looking into it, so there’s
          nothing for you to do.
        </Banner>
      )}
      {ready.map((quality) => (
        <ReadyFile key={quality} quality={quality} file={files[quality]} />
      ))}
      {ready.length > 0 && (
        <p>
          <a className="stand-alone-link" href={`/book/pages?loop=${loopId}`}>
            See every page
          </a>
        </p>
      )}
      {underWay.map((quality) => (
        <Making key={quality} loopId={loopId} quality={quality} file={files[quality]} />
      ))}
      {open.length > 0 && <MakeForm loopId={loopId} open={open} />}
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
        <LinkButton variant={quality === "screen" ? "theme" : "line"} href={`/books/${file?.fileId}/download`}>
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
        <b>{file?.state === "waiting" ? "Your book is next in line." : "We’re making your book."}</b>{" "}
        {KINDS[quality].name}. This page checks every {REFRESH_SECONDS} seconds.
      </p>
      <progress value={done} max={total}>
        {done} of {total} steps
      </progress>
      <p className="row">
        <a href={`/book?loop=${loopId}`}>Check now</a>
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
          legend="Quality"
          name="quality"
          defaultValue="screen"
          options={[
            {
              value: "screen",
              label: KINDS.screen.name,
              description: "Opens quickly and is small enough to send.",
            },
            {
              value: "print",
              label: KINDS.print.name,
              description: "Every photo as sharp as it prints. A full year is around 100 MB.",
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
