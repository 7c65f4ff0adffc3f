import type { ReactNode } from "react";
import { LinkButton } from "~/ui/button";
import { classes } from "~/ui/classes";
import { ArrowIcon, BackArrowIcon } from "~/ui/icons";
import { PageScript } from "~/ui/page-script";
import type { LinkedPlace, ShownPage, Stop, TurnerView } from "./book-spreads";

interface PageTurnerProps {
  readonly view: TurnerView;
  /** The open pages, or the cover. */
  readonly children: ReactNode;
  /** The remarks about these pages, under the way to the others. */
  readonly notes?: ReactNode;
  /** Where else to go from these pages. */
  readonly links?: ReactNode;
}

/**
 * A book to turn the pages of: a spread, or one page on a narrow screen, and the way to the others. Every place is an
 * address; a script swaps the pages instead, for links, keys and swipes alike.
 */
export function PageTurner({ view, children, notes, links }: PageTurnerProps) {
  const { asked, isEnlarged, largePrint, bySpread, byPage, stops } = view;
  return (
    <div
      className="stack page-turner"
      id="spread"
      data-turner="spread"
      data-at={asked}
      data-size={isEnlarged ? "large" : "fit"}
      data-type={largePrint ? "large" : "regular"}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: enlarged it scrolls, and keys scroll what has the focus */}
      <section className="proof-spread" aria-label="Open pages" tabIndex={0} data-stage>
        {children}
      </section>
      <div className="page-foot" data-foot>
        {isEnlarged ? (
          <Turns view={view} place={byPage} />
        ) : (
          <>
            <Turns view={view} place={bySpread} className="on-wide" />
            <Turns view={view} place={byPage} className="on-narrow" />
          </>
        )}
        <ol className="leaves" aria-label="Jump to a page">
          {stops.map((stop) => (
            <Leaf key={stop.href} stop={stop} />
          ))}
        </ol>
        {notes}
        {links && <p className="proof-links">{links}</p>}
      </div>
      <p className="visually-hidden" role="status" />
      <PageScript name="turner" />
    </div>
  );
}

interface TurnsProps {
  readonly view: TurnerView;
  readonly place: LinkedPlace;
  readonly className?: string;
}

function Turns({ view, place: { name, where, previous, next }, className }: TurnsProps) {
  return (
    <nav className={classes("proof-turner", className)} aria-label="Pages">
      {previous ? (
        <LinkButton variant="line" size="small" rel="prev" href={previous}>
          <BackArrowIcon /> <span>Back</span>
        </LinkButton>
      ) : (
        <span />
      )}
      <p data-where>
        <b>{name}</b>
        <small className="muted">{where}</small>
      </p>
      {view.otherSize && (
        <LinkButton variant="line" size="small" href={view.otherSize}>
          {view.isEnlarged ? "Fit the page" : "Enlarge"}
        </LinkButton>
      )}
      {next && (
        <LinkButton variant="line" size="small" rel="next" href={next}>
          <span>Next</span> <ArrowIcon />
        </LinkButton>
      )}
    </nav>
  );
}

function Leaf({ stop: { label, href, isHere, isWeek, thumbnail, pins } }: { readonly stop: Stop }) {
  return (
    <li>
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
  );
}

interface OpenPagesProps<Page> {
  readonly pages: readonly Page[];
  /** What lies on a page. */
  readonly over?: (page: Page) => ReactNode;
}

/** The drawn pages side by side. Pressing one enlarges it, or fits it to the screen again. */
export function OpenPages<Page extends ShownPage>({ pages, over }: OpenPagesProps<Page>) {
  return (
    <div className="spread">
      <div className="spread-edge" aria-hidden="true" />
      <div className="open-book" data-single={pages.length === 1 ? pages[0]?.side : undefined}>
        {pages.map((page) => (
          <div className="proof-page" key={page.number} data-asked={page.isAsked || undefined}>
            <a className="page-zoom" href={page.otherSize} tabIndex={-1}>
              <span
                className="page-picture"
                role="img"
                aria-label={page.words}
                // biome-ignore lint/security/noDangerouslySetInnerHtml: the typesetter escapes user text
                dangerouslySetInnerHTML={{ __html: page.svg }}
              />
            </a>
            {over?.(page)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The text of the page that a narrow screen shows, in type that can be read there. */
export function PageText({ pages }: { readonly pages: readonly ShownPage[] }) {
  const page = pages.find(({ isAsked }) => isAsked);
  if (!page?.text) return null;
  const { heading, parts } = page.text;
  return (
    <section className="page-text on-narrow" aria-labelledby="page-text">
      <h2 id="page-text">{heading}</h2>
      {parts.map(({ label, text }) => (
        <p key={label + text}>
          {label && <small>{label}</small>}
          {text}
        </p>
      ))}
    </section>
  );
}
