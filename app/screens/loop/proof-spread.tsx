import { BOOK_FORMAT } from "~/domain/book-format/format";
import { formatBytes } from "~/domain/text/numbers";
import { BookAround } from "~/ui/book-around";
import { LinkButton } from "~/ui/button";
import { ArrowIcon, BackArrowIcon } from "~/ui/icons";
import { PageScript } from "~/ui/page-script";
import { TextLink } from "~/ui/text-link";
import type { OpenProof, ProofData, Remark } from "./proof-data.server";
import { weekAddress } from "./week-address";

interface SpreadProps {
  readonly view: ProofData;
  readonly open: OpenProof;
}

/** The open pages of a finished proof, with a pin for each thing to check, and the way to the others. */
export function ProofSpread({ view, open }: SpreadProps) {
  return (
    <div className="stack" id="spread" data-turner="spread" data-at={open.page}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen it scrolls, and keys scroll what has the focus */}
      <section className="proof-spread" aria-label="Open pages" tabIndex={0} data-stage>
        {open.cover ? (
          <BookAround theme={view.theme} title={view.name} {...open.cover} />
        ) : (
          <OpenPages pages={open.pages} />
        )}
      </section>
      <ProofFoot view={view} open={open} />
      <p className="visually-hidden" role="status" />
      <PageScript name="turner" />
    </div>
  );
}

function OpenPages({ pages }: { readonly pages: OpenProof["pages"] }) {
  return (
    <div className="spread">
      <div className="spread-edge" aria-hidden="true" />
      <div className="open-book" data-single={pages.length === 1 ? pages[0]?.side : undefined}>
        {pages.map((page) => (
          <div className="proof-page" key={page.number}>
            <div
              className="page-picture"
              role="img"
              aria-label={page.words}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: the typesetter escapes user text
              dangerouslySetInnerHTML={{ __html: page.svg }}
            />
            {page.pins.length > 0 && <Pins pins={page.pins} />}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Where the book is open, what is to be checked there, and the way to the other pages. */
function ProofFoot({ view, open }: SpreadProps) {
  const { previous, next, week, stops, notes } = open;
  return (
    <div className="stack" data-foot>
      <nav className="proof-turner" aria-label="Pages">
        {previous ? (
          <LinkButton variant="line" size="small" rel="prev" href={previous}>
            <BackArrowIcon /> Back
          </LinkButton>
        ) : (
          <span />
        )}
        <p data-where>
          <b>{week === null ? open.words : `Week ${week}`}</b>
          <small className="muted">
            {open.cover
              ? `${open.pageCount} pages${open.cover.bareSpine ? `. ${open.cover.bareSpine}` : `, with a spine of ${open.cover.spine} mm`}`
              : `${open.place} of ${open.pageCount}`}
          </small>
        </p>
        {next ? (
          <LinkButton variant="line" size="small" rel="next" href={next}>
            Next <ArrowIcon />
          </LinkButton>
        ) : (
          <span />
        )}
      </nav>
      {notes.length > 0 && (
        <ul className="proof-notes" aria-label="To check on these pages">
          {notes.map(({ number, sentence }) => (
            <li key={number} id={`note-${number}`}>
              <b className="pin-dot">
                <span className="visually-hidden">To check, </span>
                {number}
              </b>
              {sentence}
            </li>
          ))}
        </ul>
      )}
      <ol className="leaves" aria-label="Jump to a page">
        {stops.map(({ label, href, isHere, isWeek, thumbnail, pins }) => (
          <li key={href}>
            <a href={href} aria-current={isHere ? "page" : undefined}>
              <span className={isWeek ? "leaf leaf-week" : "leaf"}>
                {thumbnail && <img src={thumbnail} alt="" loading="lazy" decoding="async" />}
              </span>
              {label}
              {pins > 0 && (
                <b className="leaf-pins">
                  {pins}
                  <span className="visually-hidden"> to check</span>
                </b>
              )}
            </a>
          </li>
        ))}
      </ol>
      <p className="proof-links">
        {week !== null && <TextLink href={`${weekAddress(view.id, week)}#week`}>Edit week {week}</TextLink>}
        <TextLink href={`/book/pages?loop=${view.id}&page=${open.page || 1}#spread`}>See every page</TextLink>
        {view.proof && (
          <span>
            <TextLink href={`/books/${view.proof.fileId}/download`}>Download the proof</TextLink>{" "}
            <span className="muted">PDF, {formatBytes(view.proof.bytes)}</span>
          </span>
        )}
      </p>
    </div>
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
          <a
            key={number}
            href={`#note-${number}`}
            aria-label={`${number}: ${where}, ${detail || "may look soft"}`}
          >
            {at && kind === "cut_photo" && (
              <path className="cut-line" d={`M${at.left} ${at.y - 1.5}H${at.right}`} />
            )}
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
