import { Embroidery, type Hoop } from "../embroidery";
import { seededRandom } from "../random";

export type Theme = "celebration" | "family" | "education" | "pet" | "classic";

/** The picture is 720 units square; the scene keeps inside a hoop, the ring of stitches runs round it. */
export const SCENE_HOOP: Hoop = { centre: [360, 360], radius: 297 };

/** Lights and lines that hang from the ring itself reach a little further. */
export const RING_HOOP: Hoop = { centre: [360, 360], radius: 325 };

export interface Scene<PartName extends string = string> {
  theme: Theme;
  seed: number;
  /** The parts of the picture in the order they are sewn, named as a sentence would name them. */
  sewingOrder: readonly PartName[];
  draw: (work: Embroidery<PartName>) => void;
}

/** Draws a scene from its own seed, so every drawing of it is the same. */
export function embroider<PartName extends string>(scene: Scene<PartName>): Embroidery<PartName> {
  const work = new Embroidery<PartName>(seededRandom(scene.seed), SCENE_HOOP);
  scene.draw(work);
  return work;
}
