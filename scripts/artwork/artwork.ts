import { drawRing, type RingThread, type WeekState } from "~/ui/artwork/ring";
import type { Embroidery } from "./embroidery";
import { favicon, mark, wordmark } from "./marks";
import { markupOfLayers, markupOfWeeks, OPEN_STROKES, reliefFilter } from "./markup";
import { embroiderMotif, MOTIF_SIZE, motifs } from "./motifs";
import { transferPattern } from "./pattern";
import { celebrationScene } from "./scenes/celebration";
import { classicScene } from "./scenes/classic";
import { educationScene } from "./scenes/education";
import { familyScene } from "./scenes/family";
import { petScene } from "./scenes/pet";
import { embroider, SCENE_HOOP, type Scene, type Theme } from "./scenes/scene";
import { dealIntoWeeks, type Sewing } from "./sewing";

/** The picture box of a scene, in units. */
const SCENE_SIZE = 720;

/** The pattern reaches slightly beyond the stitches, as a tracing does. */
const PATTERN_HOOP = { ...SCENE_HOOP, radius: 301 };

export const THEMES: readonly Theme[] = ["celebration", "family", "education", "pet", "classic"];

/** The line of a transfer pattern; lengths in half-units, like the paths. */
interface Tracing {
  colour: string;
  opacity: number;
  width: number;
  dashes: string;
}

const DOTTED = { opacity: 0.55, width: 2.6, dashes: "3 6.8" };
const ON_DARK_CLOTH: Tracing = { colour: "#fff", ...DOTTED };
const ON_WELD_CLOTH: Tracing = { colour: "#1b2530", ...DOTTED };
const REDWORK: Tracing = { colour: "#a81f35", opacity: 1, width: 3.4, dashes: "8 5.2" };

export interface DrawnScene {
  scene: string;
  pattern: string;
  redwork: string;
  sewing: Sewing;
}

/** A theme's finished scene cut into weeks, its dotted pattern, and its redwork; the text of three SVG files. */
export function drawScene(theme: Theme): DrawnScene {
  switch (theme) {
    case "celebration":
      return draw(celebrationScene);
    case "family":
      return draw(familyScene);
    case "education":
      return draw(educationScene);
    case "pet":
      return draw(petScene);
    case "classic":
      return draw(classicScene);
  }
}

function draw<PartName extends string>(scene: Scene<PartName>): DrawnScene {
  const work = embroider(scene);
  const sewing = dealIntoWeeks(work, scene.sewingOrder);
  const path = transferPattern(work.outlines, PATTERN_HOOP);
  const tracing = scene.theme === "pet" ? ON_WELD_CLOTH : ON_DARK_CLOTH;
  return {
    scene: svg(SCENE_SIZE, `${reliefFilter(SCENE_SIZE)}${OPEN_STROKES}${markupOfWeeks(sewing.layers)}</g>`),
    pattern: svg(SCENE_SIZE, traced(path, tracing)),
    redwork: svg(SCENE_SIZE, traced(path, REDWORK) + firstStitch("madder")),
    sewing,
  };
}

/** The text of one motif's SVG file. */
export function drawMotif(key: string): string {
  return svg(MOTIF_SIZE, `${reliefFilter(MOTIF_SIZE)}${OPEN_STROKES}${layersOf(embroiderMotif(key))}</g>`);
}

/** All files of public/artwork by name. */
export function drawArtwork(): Map<string, string> {
  const files = new Map<string, string>();
  for (const theme of THEMES) {
    const drawn = drawScene(theme);
    files.set(`scene-${theme}.svg`, drawn.scene);
    files.set(`pattern-${theme}.svg`, drawn.pattern);
    files.set(`redwork-${theme}.svg`, drawn.redwork);
  }
  for (const key of Object.keys(motifs)) files.set(`m-${key}.svg`, drawMotif(key));
  files.set("ring-1-linen.svg", svg(SCENE_SIZE, firstStitch("linen")));
  files.set("wordmark.svg", wordmark);
  files.set("mark-13.svg", mark);
  return files;
}

export { favicon };

function svg(size: number, contents: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${contents}</svg>`;
}

function layersOf(work: Embroidery): string {
  return markupOfLayers(work.layers.map((layer) => layer.strokes.map(({ stroke }) => stroke)));
}

function traced(path: string, { colour, opacity, width, dashes }: Tracing): string {
  return `<path transform="scale(.5)" fill="none" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${width}" stroke-dasharray="${dashes}" stroke-linecap="round" d="${path}"/>`;
}

/** The ring of a year that has begun: the first stitch made, the needle at the second. */
function firstStitch(thread: RingThread): string {
  const states: WeekState[] = ["stitched", "due"];
  return drawRing(states, thread);
}
