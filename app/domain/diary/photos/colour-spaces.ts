/**
 * What the numbers of a picture's pixels mean where its file says so in codes: ITU-T H.273, which `nclx` in HEIC and
 * `cICP` in PNG have in common, and PNG's own `gAMA` and `cHRM`.
 */

type Place = readonly [x: number, y: number];
/** Where red, green, blue and white lie in the diagram of CIE 1931. */
export type Primaries = readonly [red: Place, green: Place, blue: Place, white: Place];

/** From the number of a pixel, 0 to 1, to its light, 0 to 1. */
export type Curve = (coded: number) => number;

export interface ColourSpace {
  primaries: Primaries;
  curve: Curve;
}

const D65: Place = [0.3127, 0.329];
const ILLUMINANT_C: Place = [0.31, 0.316];
const EVEN: Place = [1 / 3, 1 / 3];

export const SRGB_PRIMARIES: Primaries = [[0.64, 0.33], [0.3, 0.6], [0.15, 0.06], D65];
const BT601_525: Primaries = [[0.63, 0.34], [0.31, 0.595], [0.155, 0.07], D65];
export const BT2020_PRIMARIES: Primaries = [[0.708, 0.292], [0.17, 0.797], [0.131, 0.046], D65];

/** H.273, table 2; 2 says that it is not known. */
const PRIMARIES: Readonly<Record<number, Primaries>> = {
  1: SRGB_PRIMARIES,
  4: [[0.67, 0.33], [0.21, 0.71], [0.14, 0.08], ILLUMINANT_C],
  5: [[0.64, 0.33], [0.29, 0.6], [0.15, 0.06], D65],
  6: BT601_525,
  7: BT601_525,
  8: [[0.681, 0.319], [0.243, 0.692], [0.145, 0.049], ILLUMINANT_C],
  9: BT2020_PRIMARIES,
  10: [[1, 0], [0, 1], [0, 0], EVEN],
  11: [
    [0.68, 0.32],
    [0.265, 0.69],
    [0.15, 0.06],
    [0.314, 0.351],
  ],
  12: [[0.68, 0.32], [0.265, 0.69], [0.15, 0.06], D65],
  22: [[0.63, 0.34], [0.295, 0.605], [0.155, 0.077], D65],
};

export const srgbCurve: Curve = (coded) => (coded <= 0.04045 ? coded / 12.92 : ((coded + 0.055) / 1.055) ** 2.4);
export const gammaCurve =
  (gamma: number): Curve =>
  (coded) =>
    coded ** gamma;
/** What films are made with is meant for screens of ITU-R BT.1886. */
const filmCurve = gammaCurve(2.4);

/** H.273, table 3, without those of special screens. */
const CURVES: Readonly<Record<number, Curve>> = {
  1: filmCurve,
  4: gammaCurve(2.2),
  5: gammaCurve(2.8),
  6: filmCurve,
  7: (coded) => (coded < 0.0913 ? coded / 4 : ((coded + 0.1115) / 1.1115) ** (1 / 0.45)),
  8: gammaCurve(1),
  11: filmCurve,
  13: srgbCurve,
  14: filmCurve,
  15: filmCurve,
  17: (coded) => Math.min(1, (52.37 / 48) * coded ** 2.6),
};

export const LINEAR_CODE = 8;
export const SRGB_CODE = 13;
/** The curves of special screens (Rec. 2100), whose white is brighter than paper. */
export const PQ_CODE = 16;
export const HLG_CODE = 18;

/** Undefined where they are not known. */
export function primariesOfCode(code: number): Primaries | undefined {
  return PRIMARIES[code];
}

/** The colour space of two codes; what is unknown counts as sRGB, as in browsers. */
export function spaceOfCodes(primaries: number, curve: number): ColourSpace {
  return { primaries: PRIMARIES[primaries] ?? SRGB_PRIMARIES, curve: CURVES[curve] ?? srgbCurve };
}

export type Vector = readonly [number, number, number];
export type Matrix = readonly [Vector, Vector, Vector];

export function times(matrix: Matrix, [x, y, z]: Vector): Vector {
  const row = ([a, b, c]: Vector) => a * x + b * y + c * z;
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
}

export const D50: Vector = [0.9642, 1, 0.8249];
/** Bradford's matrix, by which profiles move white to D50 (ICC.1, annex E). */
const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

/** From light in these primaries to XYZ with the white of profiles. */
export function matrixToD50([red, green, blue, white]: Primaries): Matrix {
  const columns = transposed([xyzOf(red), xyzOf(green), xyzOf(blue)]);
  const whitePoint = whiteOf(white);
  const amounts = times(inverseOf(columns), whitePoint);
  const toXyz = columns.map((row) => row.map((value, index) => value * (amounts[index] ?? 0))) as unknown as Matrix;
  const [from, to] = [times(BRADFORD, whitePoint), times(BRADFORD, D50)];
  const scale: Matrix = [
    [to[0] / from[0], 0, 0],
    [0, to[1] / from[1], 0],
    [0, 0, to[2] / from[2]],
  ];
  return product(inverseOf(BRADFORD), product(scale, product(BRADFORD, toXyz)));
}

/** From light in one kind of primaries to light in another. */
export function matrixBetween(from: Primaries, to: Primaries): Matrix {
  return product(inverseOf(matrixToD50(to)), matrixToD50(from));
}

function xyzOf([x, y]: Place): Vector {
  return [x, y, 1 - x - y];
}

function whiteOf([x, y]: Place): Vector {
  return [x / y, 1, (1 - x - y) / y];
}

function transposed([a, b, c]: Matrix): Matrix {
  return [
    [a[0], b[0], c[0]],
    [a[1], b[1], c[1]],
    [a[2], b[2], c[2]],
  ];
}

function product(one: Matrix, other: Matrix): Matrix {
  const columns = transposed(other);
  return transposed([times(one, columns[0]), times(one, columns[1]), times(one, columns[2])]);
}

function inverseOf([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const whole = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const part = (value: number) => value / whole;
  return [
    [part(e * i - f * h), part(c * h - b * i), part(b * f - c * e)],
    [part(f * g - d * i), part(a * i - c * g), part(c * d - a * f)],
    [part(d * h - e * g), part(b * g - a * h), part(a * e - b * d)],
  ];
}
