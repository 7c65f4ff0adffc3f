import type { Canvas } from "./canvas";
import { companyOf } from "./company";

/** A family at the water's edge at sunset. */
function beach(canvas: Canvas): string {
  const { width, height } = canvas;
  const horizon = height * canvas.between(0.56, 0.66);
  const sunX = width * canvas.between(0.52, 0.75);
  const sky = canvas.pick([
    ["#3f5f86", "#8d95ad", "#f1b98c", "#fbe0ad"],
    ["#4a4f7d", "#a884a3", "#f0a58a", "#ffd9a8"],
    ["#5b86a8", "#a9c3cd", "#efdcb9", "#fff0cf"],
  ] as const);
  const clouds = canvas.times(8, () => {
    const [rx, ry] = [canvas.between(120, 340), canvas.between(8, 24)];
    return `<ellipse cx="${canvas.between(0, width)}" cy="${canvas.between(60, horizon - 150)}" rx="${rx}" ry="${ry}" fill="#ffd9b3" fill-opacity=".35"/>`;
  });
  const glitter = canvas.times(130, () => {
    const depth = canvas.between(0, 10) ** 1.6 / 40;
    const x = sunX + canvas.between(-0.5, 0.5) * (120 + depth * 900);
    const colour = canvas.chance(0.6) ? "#ffe2b4" : "#39475e";
    return `<ellipse cx="${x}" cy="${horizon + 6 + depth * (height - horizon)}" rx="${canvas.between(14, 60) * (1 + depth * 1.6)}" ry="${1.2 + depth * 5}" fill="${colour}" fill-opacity="${canvas.between(0.1, 0.5)}"/>`;
  });
  const shore = height * 0.875;
  const edge = `C${width * 0.16} ${shore - 30} ${width * 0.35} ${shore - 8} ${width * 0.52} ${shore - 30}C${width * 0.7} ${shore - 52} ${width * 0.83} ${shore - 24} ${width} ${shore - 40}`;
  const people = companyOf(canvas, {
    x: width * canvas.between(0.3, 0.48),
    y: shore + 14,
    height: 240,
    dark: true,
  });
  return [
    canvas.wash(
      "sky",
      [
        [0, sky[0]],
        [0.42, sky[1]],
        [0.8, sky[2]],
        [1, sky[3]],
      ],
      0,
      horizon + 10,
    ),
    canvas.glow(sunX, horizon - 70, 300, "#fff1c9"),
    canvas.blurred(4, `<circle cx="${sunX}" cy="${horizon - 38}" r="44" fill="#fffbe9"/>`),
    canvas.blurred(14, clouds),
    canvas.wash(
      "sea",
      [
        [0, sky[2]],
        [0.2, sky[1]],
        [0.6, "#4b5a72"],
        [1, "#8b7a70"],
      ],
      horizon,
    ),
    glitter,
    canvas.blurred(
      4,
      `<path d="M-20 ${shore}L0 ${shore}${edge}V${height + 40}H-20Z" fill="#6d5a52" fill-opacity=".88"/>`,
    ),
    canvas.blurred(
      2,
      `<path d="M0 ${shore + 6}${edge}" stroke="#ffe9cc" stroke-opacity=".7" stroke-width="5" fill="none"/>`,
    ),
    canvas.blurred(1, people),
  ].join("");
}

/** A garden in flower, bunting overhead. */
function garden(canvas: Canvas): string {
  const { width, height } = canvas;
  const cloths = ["#c0283a", "#f3ead9", "#2f5a83", "#e0a93c", "#5b8a6b", "#e79a8b"] as const;
  const first = Math.floor(canvas.between(0, 6));
  const petals = canvas.pick([
    ["#f4c6cf", "#e79aab", "#fff", "#c9ddb4", "#f6e2a8", "#b9a3d6"],
    ["#f6e2a8", "#f3c35f", "#fff", "#c9ddb4", "#e9956b", "#f4c6cf"],
    ["#b9a3d6", "#8e9fd0", "#fff", "#c9ddb4", "#e2c6ee", "#f4d6e0"],
  ] as const);
  const drop = canvas.between(150, 240);
  const bunting = canvas.times(11, (index) => {
    const t = (index + 0.5) / 11;
    const y = (1 - t) ** 2 * 150 + 2 * t * (1 - t) * (150 + drop) + t * t * 110;
    return `<g transform="translate(${-20 + (width + 40) * t} ${y}) rotate(${(0.5 - t) * 24})"><path d="M-48 0H48L0 118Z" fill="${cloths[(index + first) % 6]}"/><path d="M-48 0H48L40 18H-40Z" fill-opacity=".1"/><path d="M0 0H48L0 118Z" fill-opacity=".08"/></g>`;
  });
  return [
    canvas.wash("garden", [
      [0, "#cfe0d8"],
      [0.45, "#9db78c"],
      [1, "#4b6a3f"],
    ]),
    canvas.bokeh(
      90,
      petals,
      { top: height * 0.27, bottom: height },
      { least: 24, most: 70 },
      { opacity: 0.6, blur: 8 },
    ),
    canvas.blurred(
      1,
      `<path d="M-20 150Q${width / 2} ${150 + drop} ${width + 20} 110" stroke="#efe7d8" stroke-width="6" fill="none" transform="translate(0 0)"/>${bunting}`,
    ),
    canvas.blurred(1, companyOf(canvas, { x: width * canvas.between(0.38, 0.5), y: height - 18, height: 330 })),
    canvas.bokeh(20, petals, { top: height * 0.88, bottom: height * 1.03 }, { least: 50, most: 100 }, { blur: 14 }),
  ].join("");
}

/** A kite over a green hill. */
function kite(canvas: Canvas): string {
  const { width, height } = canvas;
  const hill = height * 0.82;
  const [kiteX, kiteY] = [width * canvas.between(0.58, 0.74), height * canvas.between(0.16, 0.28)];
  const [handX, handY] = [width * 0.42 + 48, hill - 70];
  const dyes = canvas.pick([
    ["#c0283a", "#e0a93c", "#2f5a83"],
    ["#2f5a83", "#f3ead9", "#c0283a"],
    ["#e0a93c", "#5b8a6b", "#c0503f"],
  ] as const);
  const clouds = canvas.times(14, () => {
    const [rx, ry] = [canvas.between(80, 240), canvas.between(22, 56)];
    return `<ellipse cx="${canvas.between(0, width)}" cy="${canvas.between(height * 0.2, height * 0.6)}" rx="${rx}" ry="${ry}" fill="#fff" fill-opacity=".7"/>`;
  });
  const people = companyOf(canvas, { x: width * 0.42, y: hill + 28, height: 200, reach: 22, most: 2 });
  return [
    canvas.wash("air", [
      [0, canvas.pick(["#5d8fb8", "#4f86b5", "#7d9fb8"])],
      [0.7, "#cfe0e6"],
      [1, "#eef0e4"],
    ]),
    canvas.blurred(26, clouds),
    `<path d="M-20 ${hill - 30}C${width * 0.25} ${hill - 120} ${width * 0.5} ${hill - 90} ${width * 0.68} ${hill - 40}C${width * 0.85} ${hill} ${width * 0.92} ${hill - 50} ${width + 20} ${hill - 70}V${height + 20}H-20Z" fill="#7d9a52"/>`,
    canvas.blurred(
      4,
      `<path d="M-20 ${hill + 30}C${width * 0.3} ${hill - 50} ${width * 0.55} ${hill} ${width + 20} ${hill + 20}V${height + 20}H-20Z" fill="#5f7f3f"/>`,
    ),
    `<path d="M${handX} ${handY}C${handX + 60} ${handY - 200} ${kiteX - 90} ${kiteY + 260} ${kiteX} ${kiteY + 20}" stroke="#f6f1e4" stroke-width="2.4" fill="none"/>`,
    `<g transform="translate(${kiteX} ${kiteY}) rotate(${canvas.between(12, 34)})"><path d="M0 -110L76 0L0 130L-76 0Z" fill="${dyes[0]}"/><path d="M0 -110L76 0H0Z" fill="${dyes[1]}"/><path d="M0 0H-76L0 130Z" fill="${dyes[2]}"/><path d="M0 130C30 170 -30 200 0 240C30 280 -30 300 0 340" stroke="${dyes[0]}" stroke-width="6" fill="none"/></g>`,
    canvas.blurred(1, people),
  ].join("");
}

/** Mist over a lake, from the end of a jetty. */
function lake(canvas: Canvas): string {
  const { width, height } = canvas;
  const water = height * 0.68;
  const slopes = canvas.pick([
    ["#a9b8c0", "#8aa0a9", "#6b858d", "#4a666b", "#2f4a4c"],
    ["#c3b6bd", "#a697a6", "#7f7a90", "#585c74", "#363f55"],
    ["#c9c8b0", "#a6b09a", "#7f9581", "#567363", "#345046"],
  ] as const);
  const start = canvas.between(0, 6);
  const ridges = canvas.times(slopes.length, (index) => {
    const base = height * 0.36 + index * height * 0.06;
    const points = Array.from({ length: 34 }, (_, step) => {
      const x = -40 + step * ((width + 80) / 33);
      const peak = Math.abs(Math.sin(x / (190 + index * 33) + index * 2.1 + start)) * (150 - index * 22);
      return `L${x.toFixed(0)} ${(base - peak - Math.sin(x / 47 + index) * 6).toFixed(0)}`;
    });
    return `<path d="M-40 ${height}${points.join("")}V${height}Z" fill="${slopes[index]}"/>${canvas.mist(base + 10, 150, 0.3)}`;
  });
  const ripples = canvas.times(90, () => {
    const depth = canvas.between(0, 10) ** 1.4 / 25.2;
    const colour = canvas.chance(0.5) ? "#dfe6e2" : "#1f3638";
    return `<ellipse cx="${canvas.between(0, width)}" cy="${water + 4 + depth * (height - water)}" rx="${canvas.between(40, 180)}" ry="${1 + depth * 3}" fill="${colour}" fill-opacity="${canvas.between(0.08, 0.3)}"/>`;
  });
  const middle = width * canvas.between(0.38, 0.6);
  const end = height * 0.81;
  const planks = canvas.times(9, (plank) => {
    const y = end + plank * (height * 0.022);
    return `<path d="M${middle - 62 - plank * 11} ${y}H${middle + 62 + plank * 13}" stroke="#2b211a" stroke-width="${2 + plank * 0.6}"/>`;
  });
  return [
    canvas.wash("mist", [
      [0, slopes[0]],
      [0.5, "#e3dfd2"],
      [1, "#f3e3cb"],
    ]),
    canvas.blurred(2, ridges),
    canvas.wash(
      "water",
      [
        [0, slopes[1]],
        [0.4, slopes[3]],
        [1, slopes[4]],
      ],
      water,
    ),
    ripples,
    `<path d="M${middle - 170} ${height + 20}L${middle - 60} ${end}H${middle + 60}L${middle + 180} ${height + 20}Z" fill="#4b3c30"/>${planks}`,
    canvas.blurred(1, companyOf(canvas, { x: middle - 16, y: end + 22, height: 160, most: 2 })),
  ].join("");
}

export const outdoors = { beach, garden, kite, lake };
