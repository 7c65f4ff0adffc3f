import sharp from "sharp";
import { type Random, seededRandom } from "../../../../scripts/testing/random";

/**
 * Sixty photographs of people, drawn by code, with the place of each head: ten tones of skin from the Monk scale, heads
 * of a twentieth to a third of the photo, in many places, six settings and lights, half of them with something that
 * also draws the eye.
 */

export interface DrawnFigure {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** The head with its hair, in shares of the photo. */
  readonly head: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  readonly svg: string;
}

const SKIN = ["f6ede4", "f3e7db", "f7ead0", "eadaba", "d7bd96", "a07e56", "825c43", "604134", "3a312a", "292420"];
const HAIR = ["1c1714", "3a2a1e", "6b4a2b", "b08d57", "8f8f8f", "2a1a12"];
const CLOTHES = ["8a3b3b", "31506b", "e8e2d4", "4d6b45", "2b2b33", "c79a3b", "d8d8de", "70506e"];
const SHAPES = [
  { width: 480, height: 360 },
  { width: 360, height: 480 },
  { width: 480, height: 360 },
  { width: 480, height: 320 },
  { width: 420, height: 420 },
  { width: 640, height: 240 },
] as const;
const SETTINGS = ["room", "garden", "beach", "street", "snow", "evening"] as const;

export const FIGURES: readonly DrawnFigure[] = Array.from({ length: 60 }, (_, index) => figure(index));

export function figure(index: number): DrawnFigure {
  const random = seededRandom(index + 1);
  const { width, height } = SHAPES[index % SHAPES.length] ?? SHAPES[0];
  const setting = SETTINGS[Math.floor(index / 2) % SETTINGS.length] ?? "room";
  const tall = Math.min(width, height) * (0.07 + 0.4 * random() ** 2);
  const across = tall * 0.78;
  const x = across * 0.6 + random() * (width - across * 1.2);
  const y = tall * 0.6 + random() ** 1.4 * (height * 0.72 - tall * 0.6);
  const skin = SKIN[index % SKIN.length] ?? "a07e56";
  const hair = pick(HAIR, random);
  const clothes = pick(CLOTHES, random);
  const light = 0.62 + random() * 0.5;
  const body = `
    <path d="M${x - across * 1.15} ${y + tall * 2.9} Q${x - across * 1.2} ${y + tall * 0.72} ${x} ${y + tall * 0.58}
      Q${x + across * 1.2} ${y + tall * 0.72} ${x + across * 1.15} ${y + tall * 2.9} V${height} H${x - across * 1.15} Z" fill="#${clothes}"/>`;
  const face = `
    <rect x="${x - across * 0.16}" y="${y + tall * 0.3}" width="${across * 0.32}" height="${tall * 0.36}" fill="#${skin}"/>
    <ellipse cx="${x}" cy="${y - tall * 0.08}" rx="${across / 2}" ry="${tall * 0.42}" fill="#${hair}"/>
    <ellipse cx="${x}" cy="${y + tall * 0.06}" rx="${across * 0.4}" ry="${tall * 0.42}" fill="#${skin}"/>
    <g fill="#1b1512" opacity="0.85"><ellipse cx="${x - across * 0.16}" cy="${y}" rx="${across * 0.055}" ry="${tall * 0.03}"/>
    <ellipse cx="${x + across * 0.16}" cy="${y}" rx="${across * 0.055}" ry="${tall * 0.03}"/>
    <path d="M${x - across * 0.13} ${y + tall * 0.27} q${across * 0.13} ${tall * 0.09} ${across * 0.26} 0 q${-across * 0.13} ${tall * 0.03} ${-across * 0.26} 0"/></g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    ${ground(setting, width, height, random)}
    ${index % 2 === 0 ? distraction(width, height, random) : ""}
    ${body}${face}
    <rect width="100%" height="100%" fill="${light < 0.85 ? "#06080f" : "#fff6e0"}" opacity="${Math.abs(light - 0.85) * 0.9}"/>
  </svg>`;
  return {
    name: `${index + 1} (${setting})`,
    width,
    height,
    head: {
      left: (x - across / 2) / width,
      right: (x + across / 2) / width,
      top: (y - tall / 2) / height,
      bottom: (y + tall * 0.48) / height,
    },
    svg,
  };
}

function pick(from: readonly string[], random: Random): string {
  return from[Math.floor(random() * from.length)] ?? from[0] ?? "";
}

function ground(setting: string, width: number, height: number, random: Random): string {
  const many = (count: number, draw: () => string) => Array.from({ length: count }, draw).join("");
  const [w, h] = [width, height];
  switch (setting) {
    case "room":
      return `<rect width="100%" height="100%" fill="#b9a993"/><rect y="${h * 0.78}" width="100%" height="22%" fill="#6e5844"/>
        <rect x="${random() * w * 0.6}" y="${h * 0.1}" width="${w * 0.26}" height="${h * 0.34}" fill="#dfe8ee" stroke="#7d6a55" stroke-width="6"/>
        <rect x="${random() * w * 0.8}" y="${h * 0.5}" width="${w * 0.2}" height="${h * 0.3}" fill="#8d7358"/>`;
    case "garden":
      return `<rect width="100%" height="100%" fill="#7f9a5c"/>${many(260, () => {
        const green = ["5c7a3c", "8fae62", "49652f", "a3bd78"][Math.floor(random() * 4)];
        return `<circle cx="${random() * w}" cy="${random() * h}" r="${3 + random() * 9}" fill="#${green}"/>`;
      })}`;
    case "beach":
      return `<rect width="100%" height="100%" fill="#bcd3e4"/><rect y="${h * 0.42}" width="100%" height="18%" fill="#5d8ba3"/>
        <rect y="${h * 0.6}" width="100%" height="40%" fill="#dcc9a0"/>${many(8, () => {
          return `<rect x="${random() * w}" y="${h * (0.44 + random() * 0.14)}" width="${20 + random() * 50}" height="2" fill="#d9e6ec"/>`;
        })}`;
    case "street":
      return `<rect width="100%" height="100%" fill="#94867c"/>${many(16, () => {
        return `<rect x="${Math.floor(random() * 8) * (w / 8) + 6}" y="${Math.floor(random() * 4) * (h / 5) + 6}" width="${w / 14}" height="${h / 9}" fill="#40454d"/>`;
      })}<rect y="${h * 0.84}" width="100%" height="16%" fill="#55524f"/>`;
    case "snow":
      return `<rect width="100%" height="100%" fill="#e9eef3"/><path d="M0 ${h * 0.5} L${w * 0.3} ${h * 0.3} L${w * 0.6} ${h * 0.5} L${w} ${h * 0.35} V${h} H0 Z" fill="#cfd9e3"/>`;
    default:
      return `<linearGradient id="g" x2="0" y2="1"><stop stop-color="#1d2440"/><stop offset="1" stop-color="#b5674a"/></linearGradient>
        <rect width="100%" height="100%" fill="url(#g)"/>${many(14, () => {
          return `<circle cx="${random() * w}" cy="${random() * h * 0.6}" r="${2 + random() * 4}" fill="#ffdc8a"/>`;
        })}`;
  }
}

function distraction(width: number, height: number, random: Random): string {
  const [x, y] = [random() * width * 0.85, height * (0.5 + random() * 0.35)];
  return random() < 0.5
    ? `<circle cx="${x}" cy="${y}" r="${height * 0.05}" fill="#d2352b"/>`
    : `<rect x="${x}" y="${y}" width="${height * 0.16}" height="${height * 0.1}" fill="#f3d13a" stroke="#222" stroke-width="3"/>`;
}

/** The photo as its smallest size is stored. */
export async function drawFigure({ svg }: DrawnFigure, edge = 320): Promise<Buffer> {
  return await sharp(Buffer.from(svg)).resize(edge, edge, { fit: "inside" }).blur(0.6).jpeg({ quality: 80 }).toBuffer();
}
