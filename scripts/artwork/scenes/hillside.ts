import type { Embroidery } from "../embroidery";
import { longAndShort } from "../stitches/field";
import type { Thread } from "../threads";

export interface Slopes {
  thread: Thread;
  /** Where a crest is, the distance from slope to slope, and how steeply the stitches lean. */
  wave: readonly [crest: number, distance: number, lean: number];
  /** The lightness at the top, and how much of it is lost down to the foot. */
  light: readonly [top: number, loss: number];
  density: number;
}

/** A row of hills whose stitches follow its slopes and darken towards the foot. */
export function hillside(work: Embroidery, outline: string, { thread, wave, light, density }: Slopes): void {
  const [crest, distance, lean] = wave;
  const [top, loss] = light;
  longAndShort(work, outline, {
    thread,
    direction: ({ x }) => Math.cos((x - crest) / distance) * -lean,
    shade: ({ v }) => top - v * loss,
    length: 17,
    density,
  });
}
