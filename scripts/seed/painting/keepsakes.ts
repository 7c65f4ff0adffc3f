import type { Canvas } from "./canvas";

/** A first dance under strings of lights. */
function dance(canvas: Canvas): string {
  const { width, height } = canvas;
  const strings = [0.14, 0.24].map((share) =>
    canvas.times(17, (index) => {
      const x = index * ((width + 40) / 16) - 20;
      const y = height * share + Math.sin((index / 16) * Math.PI) * 90;
      return `${canvas.glow(x, y, 64, "#ffb45a", 0.6)}<circle cx="${x}" cy="${y}" r="13" fill="#ffe9b8"/>`;
    }),
  );
  const size = height * canvas.between(0.4, 0.48);
  const [x, y] = [width * canvas.between(0.42, 0.52), height * 0.95];
  const partner = canvas.figure({
    x,
    y,
    height: size,
    coat: canvas.pick(["#14121a", "#1d2438", "#3a2f2a"]),
    legs: "#131118",
    hair: canvas.pick(["#1a1210", "#4a2d1c", "#b08a52"]),
    reach: 14,
  });
  const gown = canvas.pick(["#efe2d3", "#f3ece4", "#e9d2cd"] as const);
  const hair = canvas.pick(["#2a1710", "#6b3d20", "#caa063", "#171316"] as const);
  const skin = canvas.pick(["#b98263", "#d9a98c", "#7a4f38"] as const);
  const bride = `<g transform="translate(${x + size * 0.25} ${y}) scale(${size / 400})"><path d="M-30 -300C-70 -220 -110 -60 -150 4H150C90 -60 50 -200 30 -300Z" fill="${gown}"/><path d="M-30 -300C-46 -200 -60 -80 -70 4M10 -300C20 -200 50 -70 80 4" stroke="#000" stroke-opacity=".12" stroke-width="6" fill="none"/><path d="M-34 -290C-40 -330 -30 -360 -2 -362C26 -360 36 -328 32 -290Z" fill="${gown}"/><path d="M-16 -376V-354H14V-376Z" fill="${skin}"/><path d="M-30 -346Q-70 -338 -104 -342V-328Q-60 -320 -24 -322Z" fill="${skin}"/><ellipse cx="-2" cy="-404" rx="27" ry="33" fill="${hair}"/><circle cx="18" cy="-420" r="9" fill="#f2c9c0"/><circle cx="24" cy="-405" r="6" fill="#fff"/></g>`;
  return [
    canvas.wash("night", [
      [0, canvas.pick(["#14192b", "#1f1630", "#122526"])],
      [0.6, "#2a2236"],
      [1, "#3c2530"],
    ]),
    canvas.blurred(2, strings.join("")),
    canvas.bokeh(
      40,
      ["#ffc983", "#ff9c6b", "#e9e0ff", "#ffdfae"],
      { top: height * 0.3, bottom: height * 0.78 },
      { least: 14, most: 44 },
      { opacity: 0.4 },
    ),
    canvas.blurred(
      26,
      `<ellipse cx="${width / 2}" cy="${height * 0.98}" rx="${width * 0.7}" ry="130" fill="#6a4638"/>`,
    ),
    canvas.glow(width / 2, height * 0.6, 460, "#ffcf97", 0.3),
    canvas.blurred(1, partner + bride),
  ].join("");
}

/** A puppy in long grass, the sun behind. */
function pup(canvas: Canvas): string {
  const { width, height } = canvas;
  const coat = canvas.pick([
    { body: "#6b3d20", head: "#7a4726", ear: "#4a2814", chest: "#f1e2cb" },
    { body: "#2a2523", head: "#332d2a", ear: "#191615", chest: "#e9e2d8" },
    { body: "#c9985a", head: "#d6a868", ear: "#a87a40", chest: "#f6e8cf" },
    { body: "#8d8580", head: "#9b938d", ear: "#665f5b", chest: "#f1ede6" },
  ] as const);
  const collar = canvas.pick(["#b3202f", "#2f5a83", "#2c6451"] as const);
  const dyes = ["#59602a", "#7c8238", "#a59a4a", "#3c4520", "#c9b45c"] as const;
  const grass = canvas.times(210, () => {
    const x = canvas.between(-20, width + 20);
    const tall = canvas.between(60, 220);
    return `<path d="M${x} ${height + 20}Q${x + canvas.between(-20, 20)} ${height - tall * 0.5} ${x + canvas.between(-46, 46)} ${height - tall}" stroke="${canvas.pick(dyes)}" stroke-width="${canvas.between(3, 8)}" fill="none"/>`;
  });
  const sun = width * canvas.between(0.6, 0.78);
  const tilt = canvas.between(-8, 8);
  return [
    canvas.wash("field", [
      [0, "#f4d9a0"],
      [0.55, "#e9b25a"],
      [0.58, "#9a8a3c"],
      [1, "#3f471f"],
    ]),
    canvas.glow(sun, height * 0.44, 420, "#fff3cf"),
    canvas.bokeh(
      30,
      ["#fff1c4", "#ffdf94"],
      { top: height * 0.4, bottom: height * 0.7 },
      { least: 10, most: 40 },
      { opacity: 0.5 },
    ),
    `<g transform="translate(${width * canvas.between(0.36, 0.5)} ${height * 0.89}) scale(${canvas.between(2.3, 2.8)})">`,
    canvas.blurred(
      8,
      `<path d="M-74 4C-100 -40 -70 -110 -46 -140C-60 -180 -20 -214 14 -204C50 -200 64 -170 60 -140C86 -100 104 -30 84 4Z" fill="#ffe3a6" fill-opacity=".9"/>`,
    ),
    `<path d="M-66 0C-90 -40 -66 -104 -44 -132C-40 -140 34 -140 46 -130C70 -96 92 -30 72 0Z" fill="${coat.body}"/><path d="M-20 0C-30 -50 -24 -96 0 -118C24 -98 30 -50 22 0Z" fill="${coat.chest}"/>`,
    `<g transform="rotate(${tilt} 0 -120)"><path d="M-48 -150C-52 -190 -24 -206 2 -206C30 -206 56 -188 52 -150C50 -122 28 -104 2 -104C-26 -104 -46 -122 -48 -150Z" fill="${coat.head}"/><path d="M2 -206C-8 -186 -12 -160 -18 -140C-16 -114 22 -114 22 -140C16 -160 12 -186 2 -206Z" fill="${coat.chest}"/><path d="M-38 -190C-62 -196 -78 -160 -74 -128C-72 -108 -54 -108 -48 -126C-46 -150 -36 -170 -38 -190ZM42 -190C66 -196 82 -160 78 -128C76 -108 58 -108 52 -126C50 -150 40 -170 42 -190Z" fill="${coat.ear}"/><ellipse cx="-22" cy="-158" rx="6" ry="7" fill="#140c08"/><ellipse cx="26" cy="-158" rx="6" ry="7" fill="#140c08"/><circle cx="-20" cy="-161" r="2" fill="#fff"/><circle cx="28" cy="-161" r="2" fill="#fff"/><ellipse cx="2" cy="-134" rx="10" ry="7.5" fill="#1d120d"/><path d="M2 -127V-118M2 -118Q-8 -112 -14 -118M2 -118Q12 -112 18 -118" stroke="#3a2417" stroke-width="2.5" fill="none"/><path d="M-3 -115Q2 -100 8 -115Z" fill="#d9757a"/></g>`,
    `<path d="M-40 -110Q2 -86 44 -108L42 -96Q2 -74 -38 -98Z" fill="${collar}"/><circle cx="2" cy="-82" r="7" fill="#e7bd59"/></g>`,
    canvas.blurred(4, grass),
  ].join("");
}

/** A posy held up to the light. */
function garland(canvas: Canvas): string {
  const { width, height } = canvas;
  const [x, y] = [width / 2 + canvas.between(-40, 40), height * 0.46];
  const dyes = canvas.pick([
    ["#f3d9d2", "#fbf3ea", "#dd8a86", "#f0c9a3", "#c0515e"],
    ["#f6ead0", "#fbf3ea", "#e3b25c", "#f0d9a3", "#c9803f"],
    ["#e3d9ee", "#fbf3fa", "#9d86bd", "#c9c3e6", "#6f5a95"],
  ] as const);
  const leaf = () => {
    const angle = canvas.between(0, 6.28);
    const reach = canvas.between(130, 340);
    const place = `translate(${x + Math.cos(angle) * reach} ${y + Math.sin(angle) * reach * 0.85})`;
    return `<ellipse transform="${place} rotate(${canvas.between(0, 180)})" rx="66" ry="21" fill="${canvas.pick(["#5b7a5c", "#7d9a74", "#3f5d48"])}"/>`;
  };
  const blooms = (
    [
      [-120, -110, 112, 0],
      [100, -120, 104, 1],
      [0, 60, 134, 2],
      [-190, 70, 86, 1],
      [185, 66, 96, 3],
      [-8, -215, 76, 4],
    ] as const
  ).map(([dx, dy, radius, dye]) =>
    bloom(canvas, x + dx + canvas.between(-14, 14), y + dy + canvas.between(-14, 14), radius, dyes[dye]),
  );
  return [
    canvas.wash("light", [
      [0, "#dfe7e2"],
      [1, "#b8c7b8"],
    ]),
    canvas.bokeh(
      60,
      ["#fff", "#e8f0dc", "#cfdcc0"],
      { top: 0, bottom: height },
      { least: 30, most: 90 },
      { opacity: 0.6, blur: 14 },
    ),
    canvas.blurred(4, canvas.times(30, leaf)),
    canvas.times(40, leaf),
    `<path d="M${x - 200} ${height + 20}L${x - 40} ${y + 180}H${x + 40}L${x + 200} ${height + 20}Z" fill="#f4ece0"/><path d="M${x - 40} ${y + 180}H${x + 40}L${x + 48} ${y + 214}H${x - 48}Z" fill="${dyes[4]}"/>`,
    ...blooms,
  ].join("");
}

function bloom(canvas: Canvas, x: number, y: number, radius: number, colour: string): string {
  const turn = canvas.between(0, 50);
  const petals = [3, 2, 1].map((round) =>
    canvas.times(7, (petal) => {
      const angle = (petal / 7) * 360 + round * 23 + turn;
      const shade = round === 2 ? ".1" : "0";
      const shape = `cx="${radius * 0.168 * round}" cy="0" rx="${(radius * 0.52 * round) / 3 + 8}" ry="${(radius * 0.4 * round) / 3 + 6}" transform="rotate(${angle})"`;
      return `<ellipse ${shape} fill="${colour}" stroke="#000" stroke-opacity=".07" stroke-width="2"/><ellipse ${shape} fill-opacity="${shade}"/>`;
    }),
  );
  return `<g transform="translate(${x} ${y})">${petals.join("")}<circle r="${radius * 0.14}" fill="#e7bd59"/></g>`;
}

export const keepsakes = { dance, pup, garland };
