/**
 * The one point of a photo that must be seen: crops, the fold and labels go by it. It is guessed from the photo's
 * pixels until its owner sets it. Nobody's face is looked for; what differs from its surroundings in light and colour,
 * at three sizes, draws the eye, and of skin it knows nothing. The same pixels always give the same point.
 */

/** Shares of the photo's width and height, from the left and the top. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** As stored with a photo, in thousandths. */
export interface StoredPoint {
  readonly pointX: number | null;
  readonly pointY: number | null;
}

const THOUSANDTHS = 1000;

export function pointOf({ pointX = null, pointY = null }: Partial<StoredPoint>): Point | undefined {
  return pointX === null || pointY === null ? undefined : { x: pointX / THOUSANDTHS, y: pointY / THOUSANDTHS };
}

export function storedPoint({ x, y }: Point): { pointX: number; pointY: number } {
  const stored = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * THOUSANDTHS);
  return { pointX: stored(x), pointY: stored(y) };
}

/** Where a point is after its photo was turned clockwise by so many quarters. */
export function turnPoint({ x, y }: Point, quarterTurns: number): Point {
  const turns = ((quarterTurns % 4) + 4) % 4;
  if (turns === 1) return { x: 1 - y, y: x };
  if (turns === 2) return { x: 1 - x, y: 1 - y };
  return turns === 3 ? { x: y, y: 1 - x } : { x, y };
}

/** Red, green and blue of each pixel, row by row; a photo of about a hundred pixels is enough. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Each is compared with its surroundings: radii in pixels. */
const SIZES = [
  [1, 4],
  [2, 8],
  [4, 16],
] as const;
/** Colours differ more than light does where nobody looks, as in leaves and fabrics. */
const COLOUR = 0.5;
/** What is looked at is about a tenth of the photo. */
const LOOKED_AT = 5;
/** Faces are mostly above the middle, and not at the edge. */
const LIKELIEST: Point = { x: 0.5, y: 0.35 };

export function guessPoint(pixels: Pixels): Point {
  const { width, height } = pixels;
  const drawn = eyeDrawn(pixels);
  const seen = blurred(blurred(drawn, width, LOOKED_AT), width, LOOKED_AT);
  let best = { value: -1, x: LIKELIEST.x, y: LIKELIEST.y };
  for (const [index, value] of seen.entries()) {
    const x = ((index % width) + 0.5) / width;
    const y = (Math.floor(index / width) + 0.5) / height;
    const weighed = value * Math.exp(-((x - LIKELIEST.x) ** 2) - (y - LIKELIEST.y) ** 2);
    if (weighed > best.value) best = { value: weighed, x, y };
  }
  return { x: best.x, y: best.y };
}

/** How much each pixel draws the eye. */
function eyeDrawn({ width, height, data }: Pixels): Float32Array {
  const [light, redness, blueness] = [0, 1, 2].map(() => new Float32Array(width * height)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  for (let index = 0; index < width * height; index += 1) {
    const [red, green, blue] = [data[3 * index] ?? 0, data[3 * index + 1] ?? 0, data[3 * index + 2] ?? 0];
    light[index] = (red + green + blue) / 3;
    redness[index] = (red - green) * COLOUR;
    blueness[index] = ((red + green) / 2 - blue) * COLOUR;
  }
  const drawn = new Float32Array(width * height);
  for (const channel of [light, redness, blueness]) {
    for (const [own, around] of SIZES) {
      const [middle, surroundings] = [blurred(channel, width, own), blurred(channel, width, around)];
      addTo(drawn, (index) => Math.abs((middle[index] ?? 0) - (surroundings[index] ?? 0)));
    }
  }
  addTo(drawn, (index) => {
    const isAtEdge = index % width === 0 || (index + 1) % width === 0;
    const across = isAtEdge ? 0 : Math.abs((light[index + 1] ?? 0) - (light[index - 1] ?? 0));
    const [above, below] = [light[index - width], light[index + width]];
    return across + (above === undefined || below === undefined ? 0 : Math.abs(below - above));
  });
  return drawn;
}

function addTo(sums: Float32Array, valueAt: (index: number) => number): void {
  for (let index = 0; index < sums.length; index += 1) sums[index] = (sums[index] ?? 0) + valueAt(index);
}

/** The mean of the square around each pixel, from a table of sums, so that its radius costs nothing. */
function blurred(from: Float32Array, width: number, radius: number): Float32Array {
  const height = from.length / width;
  const row = width + 1;
  const sums = new Float64Array(row * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let across = 0;
    for (let x = 0; x < width; x += 1) {
      across += from[y * width + x] ?? 0;
      sums[(y + 1) * row + x + 1] = (sums[y * row + x + 1] ?? 0) + across;
    }
  }
  const sumTo = (x: number, y: number) => sums[y * row + x] ?? 0;
  return from.map((_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)];
    const [top, bottom] = [Math.max(0, y - radius), Math.min(height, y + radius + 1)];
    const sum = sumTo(right, bottom) - sumTo(left, bottom) - sumTo(right, top) + sumTo(left, top);
    return sum / ((right - left) * (bottom - top));
  });
}
