import { BT2020_PRIMARIES, type Curve, HLG_CODE, matrixBetween, type Primaries, SRGB_PRIMARIES } from "./colour-spaces";

/**
 * Pictures for special screens (Rec. 2100: PQ, HLG) brought to the light of paper, as Chromium shows them on an ordinary
 * screen: the reference white tone mapping operator of SMPTE ST 2094-50 (annex D), as in Skia's SkHdrAgtm.cpp.
 */

/** The light of white paper, in candelas per square metre (ITU-R BT.2408). */
export const PAPER_WHITE = 203;
/** What pictures for such screens are usually made for, and the light of HLG at full signal. */
const USUAL_LIGHT = 1_000;

/** SMPTE ST 2084. Gives candelas per square metre. */
function pqLight(coded: number): number {
  const root = coded ** (1 / 78.84375);
  return 10_000 * (Math.max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root)) ** (1 / 0.1593017578125);
}

/** The scene's light of HLG, 0 to 1 (ITU-R BT.2100, table 5). */
function hlgScene(coded: number): number {
  return coded <= 0.5 ? coded ** 2 / 3 : (Math.exp((coded - 0.55991073) / 0.17883277) + 0.28466892) / 12;
}

/** HLG's own brightening of a screen of usual light. */
const SYSTEM_GAMMA = 1.2;

/** How the pixels of a picture are meant that is converted here. */
export interface SpecialColours {
  /** The light of each of its numbers, 0 to 1, of which 1 is white paper; of HLG, that of the scene. */
  curve: Curve;
  isHlg?: boolean;
  primaries: Primaries;
}

/** @param transfer the code of PQ or HLG */
export function specialCurve(transfer: number): Pick<SpecialColours, "curve" | "isHlg"> {
  if (transfer === HLG_CODE) return { curve: hlgScene, isHlg: true };
  return { curve: (coded) => pqLight(coded) / PAPER_WHITE };
}

/** Pixels as the decoder gives them: one or three numbers each, or one more where there is transparency. */
export interface Pixels {
  data: Uint8Array | Uint16Array;
  channels: number;
}

/**
 * The light of each of a pixel's three numbers, of which 1 is white paper, in the primaries of BT.2020. Writes it into
 * `light`, since a picture has millions.
 */
function lightReader({ data, channels }: Pixels, { curve, isHlg, primaries }: SpecialColours) {
  const codes = data instanceof Uint16Array ? 65_536 : 256;
  const table = Float32Array.from({ length: codes }, (_, code) => curve(code / (codes - 1)));
  const [[rr, rg, rb], [gr, gg, gb], [br, bg, bb]] = matrixBetween(primaries, BT2020_PRIMARIES);
  const [second, third] = channels < 3 ? [0, 0] : [1, 2];
  return (at: number, light: Float64Array) => {
    const [red, green, blue] = [
      table[data[at] ?? 0] ?? 0,
      table[data[at + second] ?? 0] ?? 0,
      table[data[at + third] ?? 0] ?? 0,
    ];
    light[0] = rr * red + rg * green + rb * blue;
    light[1] = gr * red + gg * green + gb * blue;
    light[2] = br * red + bg * green + bb * blue;
    if (!isHlg) return;
    const luminance = 0.2627 * (light[0] ?? 0) + 0.678 * (light[1] ?? 0) + 0.0593 * (light[2] ?? 0);
    const screen = luminance <= 0 ? 0 : (USUAL_LIGHT / PAPER_WHITE) * luminance ** (SYSTEM_GAMMA - 1);
    for (let part = 0; part < 3; part += 1) light[part] = screen * (light[part] ?? 0);
  };
}

/** The light of the brightest pixel, of which 1 is white paper. */
export function brightestOf(pixels: Pixels, colours: SpecialColours): number {
  const read = lightReader(pixels, colours);
  const light = new Float64Array(3);
  let brightest = 0;
  for (let at = 0; at < pixels.data.length; at += pixels.channels) {
    read(at, light);
    brightest = Math.max(brightest, light[0] ?? 0, light[1] ?? 0, light[2] ?? 0);
  }
  return brightest;
}

const KAPPA = 0.65;

/**
 * How much light a pixel keeps, by the brightest of its three lights.
 * @param brightest the light of the brightest part of the picture, of which 1 is white paper
 */
export function toneMapFor(brightest: number): (light: number) => number {
  if (brightest <= 1) return () => 1;
  const white = 1 - 0.5 * Math.min(1, Math.log2(brightest) / Math.log2(USUAL_LIGHT / PAPER_WHITE));
  // A Bézier curve from white paper to the brightest light, which becomes white.
  const [midX, midY] = [1 - KAPPA + KAPPA / white, (1 - KAPPA) * white + KAPPA];
  const [xA, xB] = [1 - 2 * midX + brightest, 2 * midX - 2];
  const [yA, yB] = [white - 2 * midY + 1, 2 * midY - 2 * white];
  return (light) => {
    if (light <= 1) return white;
    if (light >= brightest) return 1 / light;
    // The smaller form of the root, which holds where the curve is nearly straight.
    const along = (2 * (light - 1)) / (xB + Math.sqrt(xB ** 2 + 4 * xA * (light - 1)));
    return (white + along * (yB + along * yA)) / light;
  };
}

const SRGB_STEPS = 16_384;

/** The pixels in 8-bit sRGB, with their transparency as it was, in the memory of those given. */
export function toneMap(pixels: Pixels, colours: SpecialColours, brightest: number): Buffer {
  const { data, channels } = pixels;
  const read = lightReader(pixels, colours);
  const share = toneMapFor(brightest);
  const [[rr, rg, rb], [gr, gg, gb], [br, bg, bb]] = matrixBetween(BT2020_PRIMARIES, SRGB_PRIMARIES);
  const table = Uint8Array.from({ length: SRGB_STEPS }, (_, step) => {
    const light = step / (SRGB_STEPS - 1);
    return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
  });
  const coded = (light: number) => table[Math.round(Math.min(1, Math.max(0, light)) * (SRGB_STEPS - 1))] ?? 0;
  const mapped = Buffer.from(data.buffer, data.byteOffset, data.length);
  const light = new Float64Array(3);
  const isDeep = data instanceof Uint16Array;
  for (let at = 0; at < data.length; at += channels) {
    read(at, light);
    const [red, green, blue] = [light[0] ?? 0, light[1] ?? 0, light[2] ?? 0];
    const scaled = share(Math.max(red, green, blue));
    mapped[at] = coded(scaled * (rr * red + rg * green + rb * blue));
    if (channels > 2) {
      mapped[at + 1] = coded(scaled * (gr * red + gg * green + gb * blue));
      mapped[at + 2] = coded(scaled * (br * red + bg * green + bb * blue));
    }
    if (channels % 2 === 0) {
      const seen = data[at + channels - 1] ?? 0;
      mapped[at + channels - 1] = isDeep ? seen >> 8 : seen;
    }
  }
  return mapped;
}
