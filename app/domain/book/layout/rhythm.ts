import { pixelsPerInch, type Size } from "./frames";
import type { Cut, SpreadForm } from "./pages";
import { framed } from "./photo-pages";
import { cutsOf } from "./photo-warnings";
import { COSTS, canBeBand, doublePagePhotosFor, type FormWeek, formsFor } from "./spread-forms";
import { bandFrame, DOUBLE, isOnTheFold, wholeOverTwoPages } from "./two-page-photos";
import type { TypeTable } from "./type-steps";

/**
 * The forms of a whole year. Photos over two pages are placed first; then the cheapest way through the other weeks is
 * found, where being like the weeks before has a price. The same weeks always get the same forms.
 */

/** What the owner decided about a photo over two pages, by week; a week without a decision follows the suggestion. */
export type DoubleChoices = ReadonlyMap<number, "one" | "two">;

export interface ChosenForm {
  readonly form: SpreadForm;
  /** Set where the photo is, or could be, over two pages. */
  readonly double: OverTwoPages | null;
}

interface OverTwoPages {
  readonly isPlaced: boolean;
  /** What it loses at the edges there. */
  readonly cuts: readonly Cut[];
  readonly isOnFold: boolean;
}

const WEEKS_A_SEASON = 13;
const DOUBLE_PAGE_PHOTOS_A_SEASON = 2;
/** Two photos over two pages are at least so many weeks apart. */
const WEEKS_APART = 4;

// The prices of being alike. A third equal spread in a row is dearer than any other form, so it never happens while one
// is left.
const SAME_AS_LAST = 1.2;
const THIRD_ALIKE = 20;
const SAME_SIDE = 0.35;
const THIRD_ON_SIDE = 0.6;
const SAME_AS_THIRD_LAST = 0.15;
const SAME_AS_SECOND_LAST = 0.3;
const ROW_AFTER_ROW = 0.2;
const QUIET_AGAIN = 2.5;
/** A quiet page after a loud one is what makes it quiet. */
const QUIET_AFTER_BLEED = -0.35;

/** The forms of these weeks, in their order. */
export function chooseForms(
  weeks: readonly FormWeek[],
  type: TypeTable,
  choices: DoubleChoices = new Map(),
): ChosenForm[] {
  const { placed, possible } = placeDoublePagePhotos(weeks, type, choices);
  const bands = new Set(weeks.filter((week) => canBeBand(week, type)));
  const options = weeks.map((week) => {
    const choice = choices.get(week.week);
    const double = placed.get(week.week) ?? (choice === "two" && bands.has(week) ? "band" : undefined);
    if (double !== undefined) return new Map([[double, 0]]);
    const forms = formsFor(week, type);
    const isBand = bands.has(week) && choice !== "one" && clearOver(week, "band").isClear;
    return isBand ? forms.set("band", COSTS.band) : forms;
  });
  const forms = cheapestWay(options);
  return weeks.map((week, index) => {
    const form = forms[index] ?? "flowing";
    const isPlaced = placed.has(week.week) || form === "band";
    if (!isPlaced && !possible.has(week.week) && !bands.has(week)) return { form, double: null };
    const { cuts, isOnFold } = clearOver(week, bands.has(week) ? "band" : "double");
    return { form, double: { isPlaced, cuts, isOnFold } };
  });
}

/** What a week's photo would lose over two pages, and whether it may be suggested there. */
function clearOver({ photos: [photo] }: FormWeek, form: "band" | "double") {
  if (photo === undefined) return { cuts: [], isOnFold: true, isClear: false };
  const frame: Size = form === "band" ? bandFrame(photo) : DOUBLE;
  const cuts = cutsOf(wholeOverTwoPages(framed(photo, 0), frame));
  const isOnFold = isOnTheFold(photo, frame);
  return { cuts, isOnFold, isClear: cuts.length === 0 && !isOnFold };
}

interface Way {
  readonly cost: number;
  readonly forms: readonly SpreadForm[];
}

function cheapestWay(options: readonly ReadonlyMap<SpreadForm, number>[]): readonly SpreadForm[] {
  // What comes next depends on the last three forms alone, so of all ways that end in the same three only one is kept.
  let ways = new Map<string, Way>([["", { cost: 0, forms: [] }]]);
  for (const forms of options) {
    const next = new Map<string, Way>();
    for (const way of ways.values()) {
      for (const [form, own] of forms) {
        const cost = way.cost + own + priceAfter(way.forms, form);
        const taken = [...way.forms, form];
        const key = taken.slice(-3).join();
        if (cost < (next.get(key)?.cost ?? Number.POSITIVE_INFINITY) - 1e-9) next.set(key, { cost, forms: taken });
      }
    }
    ways = next;
  }
  let best: Way = { cost: Number.POSITIVE_INFINITY, forms: [] };
  for (const way of ways.values()) if (way.cost < best.cost - 1e-9) best = way;
  return best.forms;
}

function priceAfter(before: readonly SpreadForm[], form: SpreadForm): number {
  const [third, second, last] = [before.at(-3), before.at(-2), before.at(-1)];
  let price = 0;
  if (form === last) price += SAME_AS_LAST;
  if (form === last && form === second) price += THIRD_ALIKE;
  if (form !== last && isSameSide(form, last)) price += SAME_SIDE;
  if (isSameSide(form, last) && isSameSide(form, second)) price += THIRD_ON_SIDE;
  if (form === "row" && last === "row") price += ROW_AFTER_ROW;
  if (form === third) price += SAME_AS_THIRD_LAST;
  if (form === second && form !== "row") price += SAME_AS_SECOND_LAST;
  if (form === "quiet") {
    if ([third, second, last].includes("quiet")) price += QUIET_AGAIN;
    if (last !== undefined && /^(?:full|foot|double)/.test(last)) price += QUIET_AFTER_BLEED;
  }
  return price;
}

function isSameSide(one: SpreadForm, other: SpreadForm | undefined): boolean {
  const side = /-(?:left|right)$/.exec(one)?.[0];
  return side !== undefined && other?.endsWith(side) === true;
}

interface DoublePagePhotos {
  readonly placed: Map<number, SpreadForm>;
  /** Weeks whose photo could be over two pages, which the proof offers. */
  readonly possible: Set<number>;
}

/**
 * Two photos over two pages a season, not in its first or last week. A photo that would lose more than the safe margin
 * at an edge, or what must be seen of it to the fold, is never suggested, only offered where a season has no other; the
 * owner's decisions come before all.
 */
function placeDoublePagePhotos(weeks: readonly FormWeek[], type: TypeTable, choices: DoubleChoices): DoublePagePhotos {
  const placed = new Map<number, SpreadForm>();
  const possible = new Set<number>();
  const able = weeks.filter((week) => doublePagePhotosFor(week, type).length > 0);
  for (let season = 0; season < 4; season += 1) {
    const here = able.filter(({ week }) => Math.floor((week - 1) / WEEKS_A_SEASON) === season);
    const chosen = here.filter(({ week }) => choices.get(week) === "two");
    for (const { week } of here) if (choices.get(week) === "one") possible.add(week);
    const free = here.filter(
      ({ week }) => !choices.has(week) && week % WEEKS_A_SEASON !== 0 && week % WEEKS_A_SEASON !== 1,
    );
    // A suggestion that was declined leaves its place empty.
    const wanted =
      DOUBLE_PAGE_PHOTOS_A_SEASON - chosen.length - here.filter(({ week }) => choices.get(week) === "one").length;
    const clear = free.filter((week) => clearOver(week, "double").isClear);
    const suggested = bestOf(clear, chosen, wanted);
    let hasLabel = false;
    for (const week of [...chosen, ...suggested].sort((one, other) => one.week - other.week)) {
      const forms = doublePagePhotosFor(week, type);
      const form: SpreadForm =
        forms.includes("double-label") && !(hasLabel && forms.includes("double-words"))
          ? "double-label"
          : (forms.find((one) => one === "double-words") ?? "double-label");
      hasLabel ||= form === "double-label";
      placed.set(week.week, form);
    }
    const offered = free.filter((week) => !clear.includes(week));
    for (const { week } of bestOf(offered, [...chosen, ...suggested], wanted - suggested.length)) possible.add(week);
  }
  return { placed, possible };
}

/** The best one or two of these weeks, apart from each other and from those that are placed. */
function bestOf(weeks: readonly FormWeek[], taken: readonly FormWeek[], most: number): FormWeek[] {
  const able = weeks.filter(({ week }) => taken.every((other) => Math.abs(other.week - week) >= WEEKS_APART));
  if (most <= 0 || able.length === 0) return [];
  const bestAlone = [...able].sort((one, other) => worth(other) - worth(one) || one.week - other.week).slice(0, 1);
  if (most === 1) return bestAlone;
  let best: { score: number; pair: FormWeek[] } | null = null;
  for (const one of able) {
    for (const other of able) {
      if (other.week - one.week < WEEKS_APART) continue;
      const score = worth(one) + worth(other) + unlikeness(one, other);
      if (best === null || score > best.score + 1e-9) best = { score, pair: [one, other] };
    }
  }
  return best?.pair ?? bestAlone;
}

function worth({ photos, length }: FormWeek): number {
  const [photo] = photos;
  if (photo === undefined) return 0;
  const sharpness = Math.min(pixelsPerInch(photo, DOUBLE), 300) / 300;
  return sharpness + (length <= 60 ? 0.3 : 0) + Math.abs((photo.point?.x ?? 0.5) - 0.5);
}

/** One with a label and one without, far apart, and of unlike colour. */
function unlikeness(one: FormWeek, other: FormWeek): number {
  const warmth = Math.abs((one.photos[0]?.look?.warmth ?? 0) - (other.photos[0]?.look?.warmth ?? 0));
  const differs = one.length <= 60 !== other.length <= 60 ? 0.4 : 0;
  return differs + 0.02 * Math.min(8, other.week - one.week) + 0.5 * warmth;
}
