import { Embroidery, type Hoop } from "../embroidery";
import { seededRandom } from "../random";

export type Theme = "celebration" | "family" | "education" | "pet" | "classic";

/** The picture is 720 units square; the scene stays inside a hoop, and the ring of stitches surrounds it. */
export const SCENE_HOOP: Hoop = { centre: [360, 360], radius: 297 };

/** Lights and lines that hang from the ring reach a little further. */
export const RING_HOOP: Hoop = { centre: [360, 360], radius: 325 };

export interface Scene<PartName extends string = string> {
  theme: Theme;
  seed: number;
  /** The parts of the picture in the order they are sewn, named as in a sentence. */
  sewingOrder: readonly PartName[];
  draw: (work: Embroidery<PartName>) => void;
}

/** Draws a scene from its own seed, so that every run gives the same drawing. */
export function embroider<PartName extends string>(scene: Scene<PartName>): Embroidery<PartName> {
  const work = new Embroidery<PartName>(seededRandom(scene.seed), SCENE_HOOP);
  scene.draw(work);
  return work;
}
