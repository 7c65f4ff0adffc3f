import { WEEKS_IN_WORDS } from "~/domain/diary/rules/calendar";
import { capitalise } from "~/domain/kernel/text/numbers";

/** The four slides of the home page in order; the emphasis ends the headline. */
export const SLIDES = [
  {
    theme: "celebration",
    name: "Celebration",
    headline: "One small stitch a week.",
    emphasis: "One book for life.",
    words: `Add a photo and a few lines each week. After a year we bind all ${WEEKS_IN_WORDS} into a luxury hardback and deliver it to your door.`,
  },
  {
    theme: "family",
    name: "Family",
    headline: "Small socks don’t",
    emphasis: "stay small.",
    words:
      "First teeth, first steps, first joke. Keep this year, week by week, in a book they’ll read to children of their own.",
  },
  {
    theme: "education",
    name: "Education",
    headline: "First bell to",
    emphasis: "last day of term.",
    words: "The new shoes, the wobbly reading, the friend called Alfie. A whole school year, kept.",
  },
  {
    theme: "pet",
    name: "Pets",
    headline: "Every walk was",
    emphasis: "the best walk ever.",
    words: `${capitalise(WEEKS_IN_WORDS)} weeks of muddy paws and stolen socks, bound in a book that will outlast every tennis ball.`,
  },
] as const;

export type Slide = (typeof SLIDES)[number];
