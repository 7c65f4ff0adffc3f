import { DYES } from "./email-layout";

const NEUTRAL = { ground: DYES.ink, words: "#fbf7ee" };

/** The cloth colour of each theme with a readable text colour (contrast 6.9 to 11.2). */
const CLOTHS: Record<string, { ground: string; words: string }> = {
  celebration: { ground: "#7c2035", words: "#fbf7ee" },
  family: { ground: "#1f473b", words: "#fbf7ee" },
  education: { ground: "#1b3954", words: "#fbf7ee" },
  pet: { ground: "#d8a441", words: "#1b2530" },
};

/** The colours of a theme's cloth; ink where there is no theme. */
export function clothOf(theme: string | null): { ground: string; words: string } {
  return (theme === null ? undefined : CLOTHS[theme]) ?? NEUTRAL;
}
