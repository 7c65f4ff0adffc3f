import { capitalise } from "~/domain/kernel/text/numbers";
import type { Box } from "./pages";

/** The words under photos: one form of caption everywhere, and under a block a word of which photo is meant. */

/** Scripts whose sentences end in a full stop. */
const TAKES_A_STOP =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Hangul}\p{N}%]/u;
const CLOSING = /[\s"”'’»)\]]+$/;

/** A caption ends in a full stop, unless its writer ended it otherwise. */
export function withFullStop(words: string): string {
  const caption = words.trim();
  const last = [...caption.replace(CLOSING, "")].at(-1) ?? "";
  return TAKES_A_STOP.test(last) ? `${caption}.` : caption;
}

export interface CaptionedFrame extends Box {
  readonly caption: string;
}

/** The captions of a block in the reading order of its photos, each with its photo’s place where there are several. */
export function captionsOfBlock(frames: readonly CaptionedFrame[]): string {
  const places = placesOf(frames);
  return frames
    .map(({ caption }, index) => ({ caption: withFullStop(caption), place: places[index] }))
    .filter(({ caption }) => caption !== "")
    .map(({ caption, place }) => (place ? `${place}: ${caption}` : caption))
    .join(" ");
}

/** Where each photo is in its block: above or below, left or right, whichever tell it from the others. */
function placesOf(frames: readonly Box[]): string[] {
  return frames.map((frame) => {
    const others = frames.filter((one) => one !== frame);
    const down = placeAlong(others.map(tall), tall(frame));
    const across = placeAlong(others.map(wide), wide(frame));
    const vertical = { before: "above", after: "below", between: "middle", beside: "" }[down];
    const horizontal = { before: "left", after: "right", between: "middle", beside: "" }[across];
    return capitalise(`${vertical} ${horizontal}`.trim());
  });
}

type Along = readonly [from: number, to: number];

const tall = ({ y, height }: Box): Along => [y, y + height];
const wide = ({ x, width }: Box): Along => [x, x + width];

function placeAlong(others: readonly Along[], [from, to]: Along): "before" | "after" | "between" | "beside" {
  const before = others.some((other) => other[1] <= from);
  const after = others.some((other) => other[0] >= to);
  if (before && after) return "between";
  if (before) return "after";
  return after ? "before" : "beside";
}
