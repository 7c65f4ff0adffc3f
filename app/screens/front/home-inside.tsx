import {
  INSIDE,
  INSIDE_BOOK,
  type InsideId,
  type InsideSpread,
  insidePath,
  type Side,
} from "~/domain/catalogue/look-inside";
import { WEEKS } from "~/domain/loops/calendar";
import { numberInWords } from "~/domain/text/numbers";
import { classes } from "~/ui/classes";
import { ArrowIcon, BackArrowIcon } from "~/ui/icons";
import { PageScript } from "~/ui/page-script";
import { Ring } from "~/ui/ring";
import { SampleWeek } from "~/ui/sample-week";
import { BookPage, Spread } from "~/ui/spread";
import { INSIDE_SHEET } from "~/ui/style-sheets";
import { TextLink } from "~/ui/text-link";

interface HomeInsideProps {
  readonly at: { readonly id: InsideId; readonly side: Side };
  readonly spread: InsideSpread;
}

/**
 * The sample book, open at one spread; every other is a link. A narrow screen shows one page of it. A script turns the
 * leaf, and fetches the other spreads when the book comes near.
 */
export function HomeInside({ at, spread }: HomeInsideProps) {
  return (
    <section className="section section-rag turner-section" id="look-inside" aria-labelledby="inside-heading">
      <link rel="stylesheet" href={INSIDE_SHEET} />
      <div
        className="container turner"
        data-turner="look-inside"
        data-page={at.side}
        data-at={placeOf(at.id)}
      >
        <div className="turner-head">
          <div className="stack">
            <h2 id="inside-heading">
              Look inside <em>a loop</em>
            </h2>
            <p className="lead muted">
              Pages from {INSIDE_BOOK.title}, a sample year. You see every page of yours before we print it.
            </p>
          </div>
          <TextLink href={INSIDE_BOOK.pagePath} arrow>
            See the whole loop
          </TextLink>
        </div>
        <div className="turner-stage" tabIndex={-1} data-stage>
          <Pages spread={spread} />
        </div>
        <TurnerFoot at={at} />
        <p className="visually-hidden" role="status" />
      </div>
      <PageScript name="turner" />
    </section>
  );
}

function Pages({ spread }: { readonly spread: InsideSpread }) {
  const { theme, title } = INSIDE_BOOK;
  if (spread.kind === "week")
    return <SampleWeek spread={spread.week} theme={theme} title={title} level={3} />;
  return <Spread theme={theme}>{spread.kind === "opening" ? <Opening /> : <Season {...spread} />}</Spread>;
}

/** The picture as it is before the first stitch, facing the title. */
function Opening() {
  return (
    <>
      <BookPage side="left" className="opener">
        <img
          className="opener-pattern"
          src={`/artwork/redwork-${INSIDE_BOOK.theme}.svg`}
          alt="The year’s scene in outline, in red, with its first stitch made."
          width="720"
          height="720"
          loading="lazy"
        />
      </BookPage>
      <BookPage side="right" className="opener">
        <h3>{INSIDE_BOOK.title}</h3>
        <p>{INSIDE_BOOK.years}</p>
      </BookPage>
    </>
  );
}

const WEEKS_OF_A_SEASON = WEEKS / 4;

function Season({ photos, quote }: Extract<InsideSpread, { kind: "season" }>) {
  return (
    <>
      <BookPage side="left" className="opener">
        <div className="season-ring">
          <Ring completed={WEEKS_OF_A_SEASON} size={160} tone="cloth" />
          <img src={`/artwork/m-${INSIDE_BOOK.type}.svg`} alt="" width="240" height="240" loading="lazy" />
        </div>
        <h3>Summer</h3>
        <p>Weeks one to {numberInWords(WEEKS_OF_A_SEASON)}</p>
      </BookPage>
      <BookPage side="right" className="contact-sheet">
        {photos.map(({ week, src }) => (
          <figure key={week}>
            <img src={src} alt="" loading="lazy" />
            <figcaption>
              <span className="visually-hidden">Week </span>
              {week}
            </figcaption>
          </figure>
        ))}
        <blockquote>“{quote}”</blockquote>
      </BookPage>
    </>
  );
}

const SIDES: Record<InsideSpread["kind"], Record<Side, string>> = {
  opening: { left: "the picture", right: "the title" },
  season: { left: "the season begins", right: "its photos" },
  week: { left: "the photo", right: "the words" },
};

const placeOf = (id: InsideId) => INSIDE.findIndex((one) => one.id === id);
const kindOf = (id: InsideId) => (id === "opening" ? "opening" : id === "summer" ? "season" : "week");
const hrefOf = (id: InsideId, side: Side = "left") => `${insidePath(id, side)}#look-inside`;

/** Every page in order, for narrow screens. */
const SINGLE_PAGES = INSIDE.flatMap(({ id, name }) =>
  (["left", "right"] as const).map((side) => ({ id, side, name: `${name}, ${SIDES[kindOf(id)][side]}` })),
);

function TurnerFoot({ at }: { readonly at: HomeInsideProps["at"] }) {
  const place = placeOf(at.id);
  const page = SINGLE_PAGES.findIndex(({ id, side }) => id === at.id && side === at.side);
  const wide = (by: number) => ({ ...INSIDE[place + by], by });
  const narrow = (by: number) => ({ ...SINGLE_PAGES[page + by], by, isNarrow: true });
  return (
    <nav className="turner-foot" aria-label="Pages of the book" data-foot>
      <Turn {...wide(-1)} />
      <Turn {...narrow(-1)} />
      <p className="turner-where" data-where>
        {INSIDE[place]?.name} <small>{SIDES[kindOf(at.id)][at.side]}</small>
      </p>
      <div className="turner-dots">
        {INSIDE.map(({ id, name }) => (
          <a key={id} href={hrefOf(id)} aria-current={id === at.id ? "true" : undefined}>
            <span>{name}</span>
          </a>
        ))}
      </div>
      <Turn {...wide(1)} />
      <Turn {...narrow(1)} />
    </nav>
  );
}

interface TurnProps {
  /** Absent at either end of the book: an empty place is left. */
  readonly id?: InsideId;
  readonly side?: Side;
  readonly name?: string;
  readonly by: number;
  readonly isNarrow?: boolean;
}

/** The link to the page before or after. */
function Turn({ id, side, name, by, isNarrow }: TurnProps) {
  const place = classes("turn", by > 0 && "turn-next", isNarrow ? "turn-narrow" : "turn-wide");
  if (!id) return <span className={`${place} turn-none`} />;
  return (
    <a className={place} rel={by > 0 ? "next" : "prev"} href={hrefOf(id, side)}>
      {by < 0 && <BackArrowIcon />}
      <span>{name}</span>
      {by > 0 && <ArrowIcon />}
    </a>
  );
}
