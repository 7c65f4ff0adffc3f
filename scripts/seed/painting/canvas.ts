import type { Random } from "../../artwork/random";

export type Painter = (canvas: Canvas) => string;

type Stop = readonly [offset: number, colour: string];

/** The blurs used in a photograph, by their standard deviation in canvas units. */
const BLURS = [1, 2, 4, 8, 14, 26, 44] as const;
type Blur = (typeof BLURS)[number];

export interface FigurePose {
  /** The position of the feet. */
  x: number;
  y: number;
  height: number;
  coat: string;
  legs?: string;
  hair: string;
  skirt?: boolean;
  longHair?: boolean;
  /** How far the right hand is held out, in hundredths of the height; the left when negative. */
  reach?: number;
}

/**
 * The canvas of a photograph: an area about 1200 units on its long side, with a random generator and a few lens
 * effects. Gradients are stored by name and written once.
 */
export class Canvas {
  readonly width: number;
  readonly height: number;
  private readonly gradients = new Map<string, string>();

  private readonly random: Random;

  constructor(ratio: number, random: Random) {
    this.random = random;
    this.width = ratio >= 1 ? 1200 : 1200 * ratio;
    this.height = ratio >= 1 ? 1200 / ratio : 1200;
  }

  get longSide(): number {
    return Math.max(this.width, this.height);
  }

  /** The finished SVG: the painting in a random crop, with darker corners. */
  paint(painter: Painter): string {
    const zoom = 1 + this.random() * 0.16;
    const [width, height] = [this.width / zoom, this.height / zoom];
    const [left, top] = [(this.width - width) * this.random(), (this.height - height) * this.random()];
    const painting = painter(this);
    const corners = `<radialGradient id="corners" cx=".5" cy=".48" r=".75"><stop offset=".55" stop-opacity="0"/><stop offset="1" stop-color="#1a0f08" stop-opacity=".42"/></radialGradient>`;
    const box = `x="${left}" y="${top}" width="${width}" height="${height}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${this.width}" height="${this.height}" viewBox="${left} ${top} ${width} ${height}" preserveAspectRatio="none"><defs>${[...this.gradients.values()].join("")}${BLURS.map(blurFilter).join("")}${corners}</defs>${painting}<rect ${box} fill="url(#corners)"/></svg>`;
  }

  between(least: number, most: number): number {
    return Math.round((least + (most - least) * this.random()) * 1000) / 1000;
  }

  /** One of the items; there must be at least one. */
  pick<const Items extends readonly unknown[]>(items: Items): Items[number] {
    return items[Math.floor(this.random() * items.length)];
  }

  chance(share: number): boolean {
    return this.random() < share;
  }

  times(count: number, draw: (index: number) => string): string {
    return Array.from({ length: count }, (_, index) => draw(index)).join("");
  }

  /** Fills the canvas, or the part below `top`, with a gradient from top to bottom. */
  wash(name: string, stops: readonly Stop[], top = 0, bottom = this.height): string {
    return `<rect x="-20" y="${top}" width="${this.width + 40}" height="${bottom - top + 20}" fill="${this.gradient(name, stops)}"/>`;
  }

  gradient(name: string, stops: readonly Stop[]): string {
    const marks = stops.map(([offset, colour]) => `<stop offset="${offset}" stop-color="${colour}"/>`).join("");
    this.gradients.set(name, `<linearGradient id="${name}" x1="0" y1="0" x2="0" y2="1">${marks}</linearGradient>`);
    return `url(#${name})`;
  }

  /** A band of mist, thickest in its middle. */
  mist(top: number, height: number, opacity: number): string {
    this.gradients.set(
      "mistband",
      `<linearGradient id="mistband" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#eef0ea" stop-opacity="0"/><stop offset=".5" stop-color="#eef0ea"/><stop offset="1" stop-color="#eef0ea" stop-opacity="0"/></linearGradient>`,
    );
    return `<rect x="-20" y="${top}" width="${this.width + 40}" height="${height}" fill="url(#mistband)" opacity="${opacity}"/>`;
  }

  /** Out of focus. Each call costs a pass over the whole picture, so shapes with the same blur belong in one call. */
  blurred(blur: Blur, markup: string): string {
    return `<g filter="url(#blur${blur})">${markup}</g>`;
  }

  glow(x: number, y: number, radius: number, colour: string, opacity = 1): string {
    const name = `glow${colour.slice(1)}`;
    this.gradients.set(
      name,
      `<radialGradient id="${name}"><stop offset="0" stop-color="${colour}"/><stop offset=".45" stop-color="${colour}" stop-opacity=".7"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`,
    );
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="url(#${name})" opacity="${opacity}"/>`;
  }

  /** Lights out of focus, as discs with a bright rim. */
  bokeh(
    count: number,
    colours: readonly string[],
    area: { top: number; bottom: number },
    size: { least: number; most: number },
    { opacity = 0.55, blur = 4 }: { opacity?: number; blur?: Blur } = {},
  ): string {
    const discs = this.times(count, () => {
      const radius = this.between(size.least, size.most);
      const [x, y] = [this.between(-40, this.width + 40), this.between(area.top, area.bottom)];
      const strength = (opacity * this.between(0.4, 1)).toFixed(2);
      return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${this.pick(colours)}" fill-opacity="${strength}" stroke="#fff" stroke-opacity=".14" stroke-width="3"/>`;
    });
    return this.blurred(blur, discs);
  }

  /** A person seen from behind. */
  figure({
    x,
    y,
    height,
    coat,
    legs = "#23242c",
    hair,
    skirt = false,
    longHair = false,
    reach = 0,
  }: FigurePose): string {
    const hem = skirt ? -20 : -38;
    const half = skirt ? 17 : 12;
    const arm = (side: 1 | -1) => {
      const out = Math.max(0, reach * side);
      return `<path d="M${side * 10} -76Q${side * (16 + out * 0.4)} -62 ${side * (15 + out)} ${-45 - out * 0.7}" fill="none" stroke="${coat}" stroke-width="5.4" stroke-linecap="round"/><circle cx="${side * (15 + out)}" cy="${-43 - out * 0.7}" r="2.6" fill="#c99a80"/>`;
    };
    return (
      `<g transform="translate(${x} ${y}) scale(${height / 100})">` +
      `<path d="M-5.5 ${hem - 4}L-6.5 -1M5.5 ${hem - 4}L6.5 -1" stroke="${legs}" stroke-width="${skirt ? 5 : 8.4}" stroke-linecap="round"/>` +
      `${arm(-1)}${arm(1)}` +
      `<path d="M-3 -82C-10 -80 -13 -77 -13 -68L-${half} ${hem}Q0 ${hem + 3} ${half} ${hem}L13 -68C13 -77 10 -80 3 -82Z" fill="${coat}"/>` +
      `<path d="M3 -82C10 -80 13 -77 13 -68L${half} ${hem}Q7 ${hem + 2} 4 ${hem + 2}L4 -74Z" fill="#000" fill-opacity=".16"/>` +
      `<path d="M-2.6 -86H2.6V-80H-2.6Z" fill="#b88a70"/>` +
      (longHair ? `<path d="M-6.6 -93C-9 -82 -8 -74 -6 -70H6C8 -74 9 -82 6.6 -93Z" fill="${hair}"/>` : "") +
      `<ellipse cx="0" cy="-91.5" rx="6.6" ry="7.8" fill="${hair}"/></g>`
    );
  }
}

function blurFilter(blur: Blur): string {
  return `<filter id="blur${blur}" x="-40%" y="-40%" width="180%" height="180%"><feGaussianBlur stdDeviation="${blur}"/></filter>`;
}
