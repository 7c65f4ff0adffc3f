import { HLG_CODE, type Vector } from "./colour-spaces";

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

/** The light of a pixel, of which 1 is white paper. */
export function lightOf(transfer: number, [red, green, blue]: Vector): Vector {
  const to = (light: number) => light / PAPER_WHITE;
  if (transfer !== HLG_CODE) return [to(pqLight(red)), to(pqLight(green)), to(pqLight(blue))];
  const scene = [hlgScene(red), hlgScene(green), hlgScene(blue)] as const;
  const luminance = 0.2627 * scene[0] + 0.678 * scene[1] + 0.0593 * scene[2];
  const screen = luminance === 0 ? 0 : USUAL_LIGHT * luminance ** (SYSTEM_GAMMA - 1);
  return [to(screen * scene[0]), to(screen * scene[1]), to(screen * scene[2])];
}

/** How a pixel is made darker by the brightest of its three lights. */
export type ToneMap = (light: Vector) => Vector;

const KAPPA = 0.65;

/** @param brightest the light of the brightest part of the picture, of which 1 is white paper */
export function toneMapFor(brightest: number): ToneMap {
  if (brightest <= 1) return (light) => light;
  const white = 1 - 0.5 * Math.min(1, Math.log2(brightest) / Math.log2(USUAL_LIGHT / PAPER_WHITE));
  // A Bézier curve from white paper to the brightest light, which becomes white.
  const [midX, midY] = [1 - KAPPA + KAPPA / white, (1 - KAPPA) * white + KAPPA];
  const [xA, xB] = [1 - 2 * midX + brightest, 2 * midX - 2];
  const [yA, yB] = [white - 2 * midY + 1, 2 * midY - 2 * white];
  const mapped = (light: number) => {
    if (light <= 1) return light * white;
    if (light >= brightest) return 1;
    const under = xB ** 2 + 4 * xA * (light - 1);
    // The smaller form of the root, which holds where the curve is nearly straight.
    const along = (2 * (light - 1)) / (xB + Math.sqrt(under));
    return white + along * (yB + along * yA);
  };
  return (light) => {
    const most = Math.max(...light);
    const scale = most <= 0 ? 0 : mapped(most) / most;
    return [light[0] * scale, light[1] * scale, light[2] * scale];
  };
}
