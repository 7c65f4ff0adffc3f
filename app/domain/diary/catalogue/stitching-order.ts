// Which strokes a week sews is in public/artwork/scene-<theme>.svg; who draws a scene writes here what its weeks sew.

/** A part of a picture and the weeks, 1 to 52, that sew it; adjacent parts may share a week. */
export interface StitchedPart {
  readonly part: string;
  readonly firstWeek: number;
  readonly lastWeek: number;
}

/** The parts of each theme's picture in sewing order. */
export const stitchingOrder = {
  celebration: [
    { part: "the tablecloth", firstWeek: 1, lastWeek: 2 },
    { part: "the cake stand", firstWeek: 2, lastWeek: 3 },
    { part: "the leaves on the left", firstWeek: 3, lastWeek: 14 },
    { part: "the leaves on the right", firstWeek: 14, lastWeek: 25 },
    { part: "the festoon lights", firstWeek: 25, lastWeek: 30 },
    { part: "the bow", firstWeek: 30, lastWeek: 30 },
    { part: "the flowers on the left", firstWeek: 30, lastWeek: 37 },
    { part: "the flowers on the right", firstWeek: 37, lastWeek: 44 },
    { part: "the rose in the middle", firstWeek: 44, lastWeek: 45 },
    { part: "the cake", firstWeek: 45, lastWeek: 49 },
    { part: "the icing", firstWeek: 49, lastWeek: 51 },
    { part: "the swallows", firstWeek: 51, lastWeek: 52 },
    { part: "the candles", firstWeek: 52, lastWeek: 52 },
  ],
  family: [
    { part: "the sun", firstWeek: 1, lastWeek: 3 },
    { part: "the far hills", firstWeek: 3, lastWeek: 12 },
    { part: "the patchwork fields", firstWeek: 12, lastWeek: 19 },
    { part: "the hedges", firstWeek: 19, lastWeek: 20 },
    { part: "the cottage", firstWeek: 20, lastWeek: 21 },
    { part: "the meadow", firstWeek: 21, lastWeek: 28 },
    { part: "the tree trunk", firstWeek: 28, lastWeek: 29 },
    { part: "the leaves of the tree", firstWeek: 29, lastWeek: 42 },
    { part: "the post and the line", firstWeek: 42, lastWeek: 43 },
    { part: "the washing", firstWeek: 43, lastWeek: 45 },
    { part: "the swallows", firstWeek: 45, lastWeek: 46 },
    { part: "the flowers", firstWeek: 46, lastWeek: 48 },
    { part: "the family", firstWeek: 48, lastWeek: 52 },
  ],
  education: [
    { part: "the moon and the stars", firstWeek: 1, lastWeek: 2 },
    { part: "the far hills", firstWeek: 2, lastWeek: 11 },
    { part: "the middle hills", firstWeek: 11, lastWeek: 19 },
    { part: "the green hill", firstWeek: 19, lastWeek: 29 },
    { part: "the path", firstWeek: 29, lastWeek: 31 },
    { part: "the school", firstWeek: 31, lastWeek: 33 },
    { part: "the tree trunk", firstWeek: 33, lastWeek: 35 },
    { part: "the autumn leaves", firstWeek: 35, lastWeek: 46 },
    { part: "the toadstools", firstWeek: 46, lastWeek: 46 },
    { part: "the flowers and ferns", firstWeek: 46, lastWeek: 49 },
    { part: "the paper plane", firstWeek: 49, lastWeek: 50 },
    { part: "the trail of the paper plane", firstWeek: 50, lastWeek: 50 },
    { part: "the child", firstWeek: 50, lastWeek: 52 },
  ],
  pet: [
    { part: "the setting sun", firstWeek: 1, lastWeek: 4 },
    { part: "the far hills", firstWeek: 4, lastWeek: 13 },
    { part: "the near hills", firstWeek: 13, lastWeek: 22 },
    { part: "the trees", firstWeek: 22, lastWeek: 22 },
    { part: "the grass", firstWeek: 22, lastWeek: 29 },
    { part: "the flowers", firstWeek: 29, lastWeek: 33 },
    { part: "the butterfly", firstWeek: 33, lastWeek: 33 },
    { part: "the cat", firstWeek: 33, lastWeek: 39 },
    { part: "the dog", firstWeek: 39, lastWeek: 51 },
    { part: "the two tails", firstWeek: 51, lastWeek: 52 },
  ],
  classic: [
    { part: "the star in the middle", firstWeek: 1, lastWeek: 5 },
    { part: "the blue weave", firstWeek: 5, lastWeek: 10 },
    { part: "the zigzag", firstWeek: 10, lastWeek: 17 },
    { part: "the green weave", firstWeek: 17, lastWeek: 28 },
    { part: "the diamonds", firstWeek: 28, lastWeek: 37 },
    { part: "the straw weave", firstWeek: 37, lastWeek: 43 },
    { part: "the braid at the edge", firstWeek: 43, lastWeek: 52 },
  ],
} as const satisfies Record<string, readonly StitchedPart[]>;
