import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import { formatBytes } from "~/domain/kernel/text/numbers";
import { BookAround } from "~/ui/book-around";
import { TextLink } from "~/ui/text-link";
import { OpenPages, PageText, PageTurner } from "./page-turner";
import type { OpenProof, ProofData, Remark } from "./proof-data.server";
import { weekAddress } from "./week-address";

interface SpreadProps {
  readonly view: ProofData;
  readonly open: OpenProof;
}

/** The open pages of a finished proof, with a pin for each thing to check, and the way to the others. */
export function ProofSpread({ view, open }: SpreadProps) {
  const { cover, pages, week } = open;
  return (
    <PageTurner
      view={open.turner}
      notes={<Notes open={open} />}
      links={
        <>
          {week !== null && <TextLink href={`${weekAddress(view.id, week)}#week`}>Edit week {week}</TextLink>}
          {view.proof && (
            <span>
              <TextLink href={`/books/${view.proof.fileId}/download`}>Download the proof</TextLink>{" "}
              <span className="muted">PDF, {formatBytes(view.proof.bytes)}</span>
            </span>
          )}
        </>
      }
    >
      {cover ? (
        <BookAround theme={view.theme} title={view.name} {...cover} />
      ) : (
        <OpenPages pages={pages} over={({ pins }) => pins.length > 0 && <Pins pins={pins} />} />
      )}
    </PageTurner>
  );
}

/** The remarks about the open pages: of the cover how thick it is, of others what is to be checked, and their text. */
function Notes({ open: { cover, pages } }: { readonly open: OpenProof }) {
  if (cover) return <p className="muted">{cover.bareSpine ?? `Its spine will be ${cover.spine} mm.`}</p>;
  const notes = pages
    .flatMap(({ pins, isAsked }) => pins.map((pin) => ({ ...pin, isAsked })))
    .sort((one, other) => one.number - other.number);
  return (
    <>
      {notes.length > 0 && (
        <ul className="proof-notes" aria-label="To check on these pages">
          {notes.map(({ number, sentence, isAsked }) => (
            <li key={number} id={`note-${number}`} className={isAsked ? undefined : "on-wide"}>
              <b className="pin-dot">
                <span className="visually-hidden">To check, </span>
                {number}
              </b>
              {sentence}
            </li>
          ))}
        </ul>
      )}
      <PageText pages={pages} />
    </>
  );
}

const { trimWidth, trimHeight } = BOOK_FORMAT;

/** A pin's place where its photo is not known: the upper outer corner. */
const CORNER = { x: trimWidth - 20, y: 22, apart: 26 };

/** Millimetres: 44 px on a phone's page. */
const REACH = 13;

/** The numbered pins of a page in its own millimetres, each a link to its remark; a dashed line where a photo is cut. */
function Pins({ pins }: { readonly pins: readonly Remark[] }) {
  let corners = 0;
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: its links say what they are
    <svg className="pins" viewBox={`0 0 ${trimWidth} ${trimHeight}`}>
      {pins.map(({ number, where, detail, kind, at }) => {
        const x = at ? (at.left + at.right) / 2 : CORNER.x;
        const y = at ? Math.min(at.y, trimHeight - REACH) - 2 : CORNER.y + CORNER.apart * corners++;
        return (
          <a key={number} href={`#note-${number}`} aria-label={`${number}: ${where}, ${detail || "may look soft"}`}>
            {at && kind === "cut_photo" && <path className="cut-line" d={`M${at.left} ${at.y - 1.5}H${at.right}`} />}
            <circle className="pin-reach" cx={x} cy={y} r={REACH} />
            <circle cx={x} cy={y} r="7.5" />
            <text x={x} y={y + 2.7}>
              {number}
            </text>
          </a>
        );
      })}
    </svg>
  );
}
