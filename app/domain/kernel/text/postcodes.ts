/** British postcodes: how the Royal Mail writes them, and which places have one. */

/** The areas of England, Scotland, Wales and Northern Ireland. */
const SERVED = new Set(
  [
    "AB AL B BA BB BD BH BL BN BR BS BT CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN EX",
    "FK FY G GL GU HA HD HG HP HR HS HU HX IG IP IV KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG NN NP",
    "NR NW OL OX PA PE PH PL PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW",
    "UB W WA WC WD WF WN WR WS WV YO ZE",
  ]
    .join(" ")
    .split(" "),
);

/** Areas with a postcode where no shipment of ours goes. */
const UNSERVED: Readonly<Record<string, "islands" | "gibraltar" | "forces">> = {
  JE: "islands",
  GY: "islands",
  IM: "islands",
  GX: "gibraltar",
  BF: "forces",
};

/** London’s areas, where a district can end in a letter: “W1A”, “EC1Y”. */
const LETTERED = new Set("E EC N NW SE SW W WC".split(" "));
const ENDINGS_AFTER = { 1: /[ABCDEFGHJKPSTUW]/, 2: /[ABEHMNPRVWXY]/ } as const;

/** No postcode ends in C, I, K, M, O or V, which look like other letters in handwriting. */
const INWARD = /^[0-9][ABD-HJLNP-UW-Z]{2}$/;

/** How the first half can be made: A is a letter, 9 a figure. */
const OUTWARDS = ["A9", "A99", "AA9", "A9A", "AA99", "AA9A"];

const CAPITAL_FOR: Readonly<Record<string, string>> = { 0: "O", 1: "I" };
const FIGURE_FOR: Readonly<Record<string, string>> = { O: "0", I: "1", L: "1" };

/** A British postcode as the Royal Mail writes it, "HX7 8AB"; anything else stays as it was written. */
export function formatPostcode(written: string): string {
  const signs = written.toUpperCase().replace(/\s+/g, "");
  return /^[A-Z]{1,2}[0-9][0-9A-Z]?[0-9][A-Z]{2}$/.test(signs)
    ? `${signs.slice(0, -3)} ${signs.slice(-3)}`
    : written.trim();
}

/**
 * A postcode from one line that was typed, with O and 0, I, l and 1 put right by their place. Anything else stays, in
 * capitals.
 */
export function tidyPostcode(line: string): string {
  const signs = line.toUpperCase().replace(/[^A-Z0-9]/g, "");
  if (/^BFPO[0-9]{1,4}$/.test(signs)) return `BFPO ${signs.slice(4)}`;
  const inward = signs.slice(-3).replace(/^[OIL]/, (sign) => FIGURE_FOR[sign] ?? sign);
  const outward = INWARD.test(inward) ? outwardOf(signs.slice(0, -3)) : null;
  return outward === null ? line.toUpperCase().replace(/\s+/g, " ").trim() : `${outward} ${inward}`;
}

/** The first half with the fewest signs put right; null where no area begins like it. */
function outwardOf(signs: string): string | null {
  const possible = OUTWARDS.filter((made) => made.length === signs.length)
    .map((made) => [...signs].map((sign, place) => asMade(sign, made.charAt(place))).join(""))
    .filter(isOutward);
  const changes = (outward: string) => [...outward].filter((sign, at) => sign !== signs.charAt(at)).length;
  return possible.toSorted((one, other) => changes(one) - changes(other))[0] ?? null;
}

function asMade(sign: string, made: string): string {
  return (made === "A" ? CAPITAL_FOR[sign] : FIGURE_FOR[sign]) ?? sign;
}

function isOutward(outward: string): boolean {
  const [, area = "", district = "", ending = ""] = /^([A-Z]{1,2})([0-9]|[1-9][0-9])([A-Z]?)$/.exec(outward) ?? [];
  if (!SERVED.has(area) && !Object.hasOwn(UNSERVED, area)) return false;
  if (ending === "") return true;
  return district.length === 1 && LETTERED.has(area) && ENDINGS_AFTER[area.length as 1 | 2].test(ending);
}

/** Where a postcode is: a place that is served, one that is not, or nowhere. */
export function placeOfPostcode(written: string): "served" | "islands" | "gibraltar" | "forces" | "nowhere" {
  const postcode = tidyPostcode(written);
  if (postcode.startsWith("BFPO ")) return "forces";
  const [outward = "", inward = ""] = postcode.split(" ");
  if (!isOutward(outward) || !INWARD.test(inward)) return "nowhere";
  return UNSERVED[outward.replace(/[0-9].*$/, "")] ?? "served";
}
