import {
  INSIDE,
  INSIDE_BOOK,
  type InsideId,
  type InsideSpread,
  insidePath,
  type Side,
} from "~/domain/shop/selling/look-inside";
import { classes } from "~/ui/classes";
import { ArrowIcon, BackArrowIcon } from "~/ui/icons";
import { PageScript } from "~/ui/page-script";
import { aboutWeek, SamplePages, SampleWords } from "~/ui/sample-week";
import { INSIDE_SHEET } from "~/ui/style-sheets";
import { TextLink } from "~/ui/text-link";
import { HOME } from "./home-copy";

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
      <div className="container turner" data-turner="look-inside" data-page={at.side} data-at={placeOf(at.id)}>
        <div className="turner-head">
          <div className="stack">
            <h2 id="inside-heading">
              {HOME.inside.line} <em>{HOME.inside.turn}</em>
            </h2>
            <p className="lead muted">{HOME.inside.lead}</p>
          </div>
          <TextLink href={INSIDE_BOOK.pagePath} arrow>
            See the whole loop
          </TextLink>
        </div>
        <div className="turner-stage" tabIndex={-1} data-stage>
          <Pages spread={spread} />
        </div>
        <div className="turner-below" data-foot>
          <TurnerFoot at={at} />
          {typeof spread.about !== "string" && <SampleWords spread={spread.about} level={3} />}
        </div>
        <p className="visually-hidden" role="status" />
      </div>
      <PageScript name="turner" />
    </section>
  );
}

function Pages({ spread: { pages, about } }: { readonly spread: InsideSpread }) {
  return (
    <SamplePages pages={pages} theme={INSIDE_BOOK.theme} about={typeof about === "string" ? about : aboutWeek(about)} />
  );
}

const SIDES: Readonly<Record<Side, string>> = { left: "left page", right: "right page" };

const placeOf = (id: InsideId) => INSIDE.findIndex((one) => one.id === id);
const hrefOf = (id: InsideId, side: Side = "left") => `${insidePath(id, side)}#look-inside`;

/** Every page in order, for narrow screens. */
const SINGLE_PAGES = INSIDE.flatMap(({ id, name }) =>
  (["left", "right"] as const).map((side) => ({ id, side, name: `${name}, ${SIDES[side]}` })),
);

function TurnerFoot({ at }: { readonly at: HomeInsideProps["at"] }) {
  const place = placeOf(at.id);
  const page = SINGLE_PAGES.findIndex(({ id, side }) => id === at.id && side === at.side);
  const wide = (by: number) => ({ ...INSIDE[place + by], by });
  const narrow = (by: number) => ({ ...SINGLE_PAGES[page + by], by, isNarrow: true });
  return (
    <nav className="turner-foot" aria-label="Pages of the book">
      <Turn {...wide(-1)} />
      <Turn {...narrow(-1)} />
      <p className="turner-where" data-where>
        {INSIDE[place]?.name} <small>{SIDES[at.side]}</small>
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
