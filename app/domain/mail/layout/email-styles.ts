/** Colours and fonts of emails. */

export const SERIF = "Besley,'Clarendon BT',Georgia,'Times New Roman',serif";
export const SANS = "Figtree,'Segoe UI',Arial,Helvetica,sans-serif";

export const DYES = {
  sheet: "#fffdf8",
  linen: "#ece6da",
  rag: "#f6f2ea",
  flax: "#8a7f6b",
  ink: "#1b2530",
  faded: "#4a5560",
  thread: "#a81f35",
} as const;

interface Look {
  /** The cloth with a readable text colour (contrast 6.9 to 11.2). */
  ground: string;
  words: string;
  /** The light tint behind a giver's own words. */
  tint: string;
}

const PAPER = "#fbf7ee";
const NEUTRAL: Look = { ground: DYES.ink, words: PAPER, tint: DYES.rag };

const LOOKS: Record<string, Look> = {
  celebration: { ground: "#7c2035", words: PAPER, tint: "#f8e9e8" },
  family: { ground: "#1f473b", words: PAPER, tint: "#e8f0ea" },
  education: { ground: "#1b3954", words: PAPER, tint: "#e8eef4" },
  pet: { ground: "#d8a441", words: DYES.ink, tint: "#faf0d8" },
};

/** The colours of a theme; ink and paper for Classic and where there is no theme. */
export function lookOf(theme: string | null): Look {
  return LOOKS[theme ?? ""] ?? NEUTRAL;
}

/** The theme whose pictures an email shows: Classic without a theme. */
export function pictured(theme: string | null): string {
  return theme !== null && theme in LOOKS ? theme : "classic";
}
