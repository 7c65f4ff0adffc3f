import { findAll } from "./elements";

/** A leaf that goes over from right to left, or back, above the pages that are open. */
export interface TurningLeaf {
  readonly isDown: Promise<void>;
  /** At once. */
  readonly layDown: () => Promise<unknown>;
}

const TURN_MS = 450;

type Side = "left" | "right";

interface Layer {
  readonly cover: HTMLElement;
  readonly page: HTMLElement;
}

/** A page of the leaf or under it, over one half of the open book. */
function layer(original: HTMLElement, side: Side, pages: HTMLElement): Layer {
  const cover = document.createElement("div");
  const page = original.cloneNode(true) as HTMLElement;
  cover.setAttribute("aria-hidden", "true");
  cover.inert = true;
  const otherSide = side === "left" ? "right" : "left";
  Object.assign(cover.style, { position: "absolute", inset: "0", [otherSide]: "50%", zIndex: "1" });
  page.style.height = "100%";
  cover.append(page);
  pages.append(cover);
  return { cover, page };
}

/** Turns from the two pages before to those now open; undefined where there is no leaf between them to turn. */
export function turnLeaf(
  pages: HTMLElement,
  before: readonly HTMLElement[],
  forwards: boolean,
): TurningLeaf | undefined {
  const [oldLeft, oldRight] = before;
  const [newLeft, newRight] = findAll(HTMLElement, ":scope > *", pages);
  if (!oldLeft || !oldRight || !newLeft || !newRight || !pages.animate) return undefined;
  const from = forwards ? "right" : "left";
  const still = layer(forwards ? oldLeft : oldRight, forwards ? "left" : "right", pages);
  const front = layer(forwards ? oldRight : oldLeft, from, pages);
  const back = layer(forwards ? newLeft : newRight, from, pages);
  back.page.style.transform = "rotateY(180deg)";
  pages.style.perspective = "2600px";
  const origin = forwards ? "0 50%" : "100% 50%";
  const end = forwards ? -180 : 180;
  const moves = [front, back].map(({ cover, page }) => {
    cover.style.transformOrigin = origin;
    cover.style.backfaceVisibility = "hidden";
    cover.style.transformStyle = "preserve-3d";
    page.style.backfaceVisibility = "hidden";
    const turned = [{ transform: "rotateY(0deg)" }, { transform: `rotateY(${end}deg)` }];
    return cover.animate(turned, { duration: TURN_MS, easing: "ease-in-out", fill: "forwards" });
  });
  const finished = Promise.all(moves.map((move) => move.finished));
  const clear = () => {
    for (const { cover } of [still, front, back]) cover.remove();
    pages.style.perspective = "";
  };
  return {
    isDown: finished.then(clear, clear),
    layDown: () => {
      for (const move of moves) move.finish();
      return finished;
    },
  };
}
