import type { Canvas } from "./canvas";
import { companyOf } from "./company";

/** An avenue in autumn, under an umbrella. */
function autumn(canvas: Canvas): string {
  const { width, height } = canvas;
  const middle = width * canvas.between(0.44, 0.56);
  const ground = height * 0.68;
  const trunks = canvas.times(16, (index) => {
    const side = index % 2 ? 1 : -1;
    const nearness = index / 16;
    const x = middle + side * (70 + nearness * width * 0.45);
    const breadth = 16 + nearness * 44;
    const foot = ground + 60 + nearness * 160;
    return `<path d="M${x} ${foot}L${x + side * 5} -20H${x + side * breadth}L${x + side * (breadth - 4)} ${foot}Z" fill="#3a2114" fill-opacity="${0.4 + nearness * 0.5}"/>`;
  });
  const dyes = ["#d9772a", "#e9a53a", "#a8431c", "#8a3a17", "#f0c566"] as const;
  const leaves = canvas.times(320, () => {
    const depth = canvas.between(0, 10) ** 0.8 / 6.3;
    const [x, y] = [
      middle + canvas.between(-0.5, 0.5) * (400 + depth * 1300),
      ground - 60 + depth * (height - ground + 60),
    ];
    return `<ellipse transform="translate(${x} ${y}) rotate(${canvas.between(0, 180)})" rx="${4 + depth * 14}" ry="${2 + depth * 6}" fill="${canvas.pick(dyes)}" fill-opacity="${canvas.between(0.5, 1)}"/>`;
  });
  const brolly = canvas.pick(["#b3202f", "#2f5a83", "#d8a441", "#2c6451"] as const);
  const foot = ground + 170;
  const size = 230;
  const umbrella = `<g transform="translate(${middle} ${foot - size * 0.97})"><path d="M0 -20V${size * 0.5}" stroke="#2a1a14" stroke-width="5"/><path d="M-120 20Q-104 -76 0 -84Q104 -76 120 20Q94 2 64 18Q32 0 0 18Q-32 0 -64 18Q-94 2 -120 20Z" fill="${brolly}"/><path d="M0 -84Q-44 -54 -64 18M0 -84V18M0 -84Q44 -54 64 18" stroke="#000" stroke-opacity=".28" stroke-width="3" fill="none"/></g>`;
  return [
    canvas.wash("wood", [
      [0, "#e6c98b"],
      [0.6, "#b87b37"],
      [1, "#5a3216"],
    ]),
    canvas.glow(middle, height * 0.36, 420, "#fff0c4"),
    canvas.blurred(4, trunks),
    canvas.bokeh(
      130,
      ["#e9a53a", "#d9772a", "#f3cf77", "#b8501f", "#f6e3a1"],
      { top: -20, bottom: height * 0.5 },
      { least: 14, most: 52 },
      { opacity: 0.6, blur: 8 },
    ),
    canvas.blurred(
      8,
      `<path d="M${middle - 60} ${ground - 60}L${middle - 400} ${height + 20}H${middle + 400}L${middle + 70} ${ground - 60}Z" fill="#c89a64"/>`,
    ),
    leaves,
    canvas.blurred(1, companyOf(canvas, { x: middle, y: foot, height: size, most: 2 }) + umbrella),
  ].join("");
}

/** A street in the snow at lamp-lighting. */
function snow(canvas: Canvas): string {
  const { width, height } = canvas;
  const ground = height * 0.65;
  const start = canvas.between(-160, 60);
  const houses = canvas.times(6, (index) => {
    const x = start + index * 260;
    const top = height * 0.36 - (index % 2) * 40 - canvas.between(0, 26);
    const windows = canvas.times(4, (pane) => {
      const lit = canvas.chance(0.6) ? "#ffcf7a" : "#3a3c55";
      return `<rect x="${x + 30 + (pane % 2) * 90}" y="${top + 46 + (pane >> 1) * 90}" width="54" height="60" fill="${lit}"/>`;
    });
    return `<rect x="${x}" y="${top}" width="210" height="${ground - top + 20}" fill="${canvas.pick(["#2a2b3f", "#352c3c", "#27323f"])}"/><path d="M${x - 16} ${top + 10}L${x + 105} ${top - 100}L${x + 226} ${top + 10}Z" fill="#e7e6ef"/>${windows}`;
  });
  const lamps = [0.27, 0.7].map((share) => {
    const x = width * share;
    return `${canvas.glow(x, height * 0.36, 190, "#ffcf7a", 0.8)}<rect x="${x - 4}" y="${height * 0.37}" width="8" height="${height * 0.37}" fill="#20222f"/><circle cx="${x}" cy="${height * 0.355}" r="21" fill="#fff0c9"/>`;
  });
  const flakes = canvas.times(
    240,
    () =>
      `<circle cx="${canvas.between(0, width)}" cy="${canvas.between(0, height)}" r="${canvas.between(1.5, 5.5)}" fill="#fff" fill-opacity="${canvas.between(0.3, 0.9)}"/>`,
  );
  const path = `<path d="M${width * 0.35} ${height + 20}C${width * 0.4} ${height * 0.84} ${width * 0.47} ${height * 0.73} ${width * 0.52} ${ground}L${width * 0.58} ${ground}C${width * 0.6} ${height * 0.75} ${width * 0.64} ${height * 0.88} ${width * 0.72} ${height + 20}Z" fill="#c3c4d6"/>`;
  return [
    canvas.wash("dusk", [
      [0, canvas.pick(["#1c2a44", "#2b2544", "#22384d"])],
      [0.5, "#52618a"],
      [0.7, "#b9b8c9"],
      [1, "#e9e7ee"],
    ]),
    canvas.blurred(1, houses),
    `<path d="M-20 ${ground}C${width * 0.25} ${ground - 30} ${width * 0.6} ${ground + 16} ${width + 20} ${ground - 20}V${height + 20}H-20Z" fill="#dfe0ea"/>`,
    canvas.blurred(8, path),
    ...lamps,
    canvas.blurred(1, companyOf(canvas, { x: width * 0.48, y: height * 0.87, height: 225 })),
    flakes,
    canvas.bokeh(26, ["#fff"], { top: 0, bottom: height }, { least: 12, most: 34 }, { opacity: 0.4, blur: 8 }),
  ].join("");
}

export const weather = { autumn, snow };
