import { Embroidery } from "./embroidery";
import { celebrationMotifs } from "./motifs-celebration";
import { educationMotifs } from "./motifs-education";
import { familyMotifs } from "./motifs-family";
import { pageMotifs } from "./motifs-pages";
import { petMotifs } from "./motifs-pet";
import { seededRandom } from "./random";

/** The box of every motif, in units. */
export const MOTIF_SIZE = 240;

/** All small pictures by key: one for each of the fifteen kinds of loop, then those of the home page. */
export const motifs: Record<string, (work: Embroidery) => void> = {
  ...celebrationMotifs,
  ...familyMotifs,
  ...educationMotifs,
  ...petMotifs,
  ...pageMotifs,
};

/** Draws one motif from its own seed, so that changing one leaves the others unchanged. */
export function embroiderMotif(key: string): Embroidery {
  const draw = motifs[key];
  if (!draw) throw new Error(`No motif is called ${key}`);
  const work = new Embroidery(seededRandom(100 + Object.keys(motifs).indexOf(key) * 7));
  work.layer(key);
  draw(work);
  return work;
}
