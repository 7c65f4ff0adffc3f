import type { Canvas } from "./canvas";

/** A baby's feet over the edge of a blanket. */
function feet(canvas: Canvas): string {
  const { width, height } = canvas;
  const blanket = canvas.pick([
    { cloth: "#8fa9b5", light: "#c7d6dc", fold: "#7590a0" },
    { cloth: "#c9a0a0", light: "#ecd3cf", fold: "#ad8284" },
    { cloth: "#a3b08c", light: "#d3dcc2", fold: "#86956f" },
    { cloth: "#d3b57c", light: "#f0dfb8", fold: "#b7965c" },
  ] as const);
  const skin = canvas.pick([
    ["#e9b9a2", "#f3cbb7", "#c98d75"],
    ["#b9835f", "#cb9873", "#8f5f42"],
    ["#8a5b40", "#a06f51", "#66402b"],
  ] as const);
  const folds = canvas.times(12, (index) => {
    const y = index * (height / 10);
    return `<path d="M-100 ${y + canvas.between(0, 30)}C300 ${y + canvas.between(-60, 60)} 700 ${y + canvas.between(0, 80)} 1300 ${y + canvas.between(-20, 40)}" stroke="${index % 2 ? "#fffaf2" : "#b9a793"}" stroke-opacity=".5" stroke-width="${canvas.between(30, 70)}" fill="none"/>`;
  });
  const spread = canvas.between(100, 130);
  const middle = width * canvas.between(0.46, 0.54);
  const edge = height * 0.71;
  const hem = `C${width * 0.17} ${edge - 100} ${width * 0.35} ${edge} ${width * 0.5} ${edge - 30}C${width * 0.67} ${edge - 60} ${width * 0.83} ${edge + 20} ${width + 50} ${edge - 80}`;
  const creases = canvas.times(9, (index) => {
    const x = index * (width / 8);
    return `<path d="M${x - 60} ${height}C${x} ${height * 0.9} ${x + 40} ${height * 0.8} ${x + 20} ${edge}" stroke="${index % 2 ? blanket.fold : blanket.light}" stroke-width="34" stroke-opacity=".55" fill="none"/>`;
  });
  const [leftTurn, rightTurn] = [canvas.between(4, 16), canvas.between(4, 18)];
  const pair = (markup: string) =>
    `<g transform="translate(${middle - spread} ${height * 0.48}) rotate(${-leftTurn})">${markup}</g>` +
    `<g transform="translate(${middle + spread} ${height * 0.49}) rotate(${rightTurn}) scale(-1 1)">${markup}</g>`;
  return [
    canvas.wash("sheet", [
      [0, "#efe6da"],
      [1, "#cfbfae"],
    ]),
    canvas.blurred(14, folds),
    canvas.blurred(14, pair('<ellipse cx="14" cy="40" rx="110" ry="190" fill="#7d5a48" fill-opacity=".35"/>')),
    pair(sole(skin[0])),
    canvas.blurred(8, pair(soleLights(skin))),
    `<path d="M-50 ${edge}${hem}V${height + 50}H-50Z" fill="${blanket.cloth}"/>`,
    canvas.blurred(4, `<path d="M-50 ${edge}${hem}" stroke="${blanket.light}" stroke-width="26" fill="none"/>`),
    canvas.blurred(14, creases),
  ].join("");
}

/** The sole of a right foot, toes up. */
function sole(skin: string): string {
  const toes = (
    [
      [-58, -158, 30, 34],
      [-12, -184, 23, 27],
      [24, -182, 20, 24],
      [52, -168, 18, 21],
      [74, -146, 16, 18],
    ] as const
  ).map(([x, y, rx, ry]) => `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${skin}"/>`);
  return `<path d="M-70 160C-96 60 -92 -60 -60 -120C-30 -160 50 -160 72 -110C96 -50 62 20 60 90C58 130 66 150 64 178C40 240 -50 236 -70 160Z" fill="${skin}"/>${toes.join("")}`;
}

/** The highlights on the ball and heel of the foot, and the shadow of its arch. */
function soleLights([, light, shade]: readonly [string, string, string]): string {
  return (
    `<ellipse cx="-6" cy="-80" rx="54" ry="46" fill="${light}"/><ellipse cx="-4" cy="160" rx="46" ry="44" fill="${light}"/>` +
    `<path d="M40 10C20 50 24 90 40 120" stroke="${shade}" stroke-width="14" stroke-opacity=".5" fill="none"/>`
  );
}

/** Breakfast from above: a plate, a cup and a letter. */
function table(canvas: Canvas): string {
  const { width, height } = canvas;
  const wood = canvas.pick([
    ["#c8a27c", "#9a7450", "#6e4d30"],
    ["#8d6a4c", "#5f4430", "#3c2a1c"],
    ["#d9d2c4", "#b9af9d", "#8d8371"],
  ] as const);
  const cup = canvas.pick(["#2f5a83", "#a8412f", "#4d6b58", "#e6ded0"] as const);
  const grain = canvas.times(30, (index) => {
    const y = index * (height / 29);
    return `<path d="M-20 ${y + canvas.between(0, 12)}C400 ${y + canvas.between(-8, 16)} 800 ${y + canvas.between(0, 20)} 1240 ${y + canvas.between(0, 14)}" stroke="${wood[2]}" stroke-opacity=".22" stroke-width="${canvas.between(1, 4)}" fill="none"/>`;
  });
  const plate = `translate(${width * 0.33} ${height * canvas.between(0.42, 0.54)})`;
  const mug = `translate(${width * 0.74} ${height * canvas.between(0.22, 0.34)}) rotate(${canvas.between(-40, 40)})`;
  const message = `translate(${width * 0.72} ${height * canvas.between(0.7, 0.78)}) rotate(${canvas.between(-16, 20)})`;
  const shadows = [
    `<ellipse transform="${plate}" cx="12" cy="22" rx="252" ry="246"/>`,
    `<ellipse transform="${mug}" cx="12" cy="22" rx="176" ry="168"/>`,
    `<rect transform="${message}" x="-200" y="-130" width="420" height="290"/>`,
  ];
  const pancakes = canvas.times(5, (index) => {
    const [dx, dy] = [(index % 2) * 10 - 20, index * 10 - 34];
    return `<g transform="rotate(${index * 8 - 14}) translate(${dx} ${dy})"><ellipse rx="112" ry="106" fill="${index % 2 ? "#d99a4a" : "#c9873a"}"/><ellipse rx="100" ry="94" fill="#e9b765"/><ellipse cx="-10" cy="-12" rx="66" ry="56" fill="#f0c67c"/></g>`;
  });
  const berries = canvas.times(8, () => {
    const [x, y] = [canvas.between(-50, 56), canvas.between(-44, 44)];
    const radius = canvas.between(14, 22);
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${canvas.pick(["#2b3a68", "#33457a", "#c0283a", "#c8313f", "#28365f"])}"/><circle cx="${x - radius * 0.3}" cy="${y - radius * 0.35}" r="${radius * 0.3}" fill="#fff" fill-opacity=".3"/>`;
  });
  const lines = canvas.times(7, (index) => {
    const length = index === 6 ? 180 : 330;
    return `<path d="M-170 ${-95 + index * 32}h${length}" stroke="#5b6a86" stroke-width="4" stroke-opacity=".65" stroke-dasharray="${34 + index * 7} 10 ${20 + index * 3} 9"/>`;
  });
  const light = canvas.between(-160, 200);
  return [
    canvas.wash("board", [
      [0, wood[0]],
      [1, wood[1]],
    ]),
    grain,
    canvas.blurred(14, `<g fill="#2a180c" fill-opacity=".48">${shadows.join("")}</g>`),
    `<g transform="${plate}"><circle r="236" fill="#f4efe6"/><circle r="180" fill="#e9e1d4"/><circle r="174" fill="#f9f5ee"/>${pancakes}${berries}</g>`,
    `<g transform="${mug}"><path d="M138 -66C216 -86 236 64 140 54" stroke="${cup}" stroke-width="30" fill="none"/><circle r="166" fill="${cup}"/><circle r="146" fill-opacity=".16"/><circle r="134" fill="#9c6536"/></g>`,
    `<g transform="${mug}">${canvas.glow(-20, -20, 110, "#bf8650")}</g>`,
    `<g transform="${message}"><rect x="-210" y="-145" width="420" height="290" fill="#fbf7ee"/>${lines}</g>`,
    canvas.blurred(
      26,
      `<path d="M${light - 100} -50L${light + 800} ${height + 50}H${light + 520}L${light - 380} -50ZM${light + 480} -50L${light + 1380} ${height + 50}H${light + 1240}L${light + 340} -50Z" fill="#fff3d6" fill-opacity=".26"/>`,
    ),
  ].join("");
}

/** Candles on a cake, the room dark behind. */
function cake(canvas: Canvas): string {
  const { width, height } = canvas;
  const top = height * 0.8;
  const count = Math.round(canvas.between(4, 10));
  const dyes = ["#7fb2c9", "#e88f8f", "#f2c25c", "#9dbb8a", "#e8a6c0"] as const;
  const icing = canvas.pick(["#fff1de", "#f9dbe0", "#e9d3bd"] as const);
  const spread = Math.min(88, 760 / count);
  const candles = canvas.times(count, (index) => {
    const x = width / 2 + (index - (count - 1) / 2) * spread;
    const y = top + Math.sin(index * 1.7) * 24;
    const tall = canvas.between(150, 205);
    const dye = dyes[index % dyes.length];
    const flame = y - tall;
    return `${canvas.glow(x, flame - 44, 130, "#ffb24a", 0.55)}<rect x="${x - 9}" y="${flame}" width="18" height="${tall}" rx="7" fill="${dye}"/><rect x="${x - 9}" y="${flame}" width="6" height="${tall}" rx="3" fill="#fff" fill-opacity=".35"/><path d="M${x} ${flame - 92}C${x + 22} ${flame - 52} ${x + 20} ${flame - 12} ${x} ${flame - 8}C${x - 20} ${flame - 12} ${x - 22} ${flame - 52} ${x} ${flame - 92}Z" fill="#ffd873"/><path d="M${x} ${flame - 70}C${x + 10} ${flame - 44} ${x + 9} ${flame - 18} ${x} ${flame - 14}C${x - 9} ${flame - 18} ${x - 10} ${flame - 44} ${x} ${flame - 70}Z" fill="#fff8df"/>`;
  });
  const sprinkles = canvas.times(70, (index) => {
    const angle = canvas.between(0, 6.28);
    const reach = Math.sqrt(canvas.between(0, 1));
    return `<circle cx="${width / 2 + Math.cos(angle) * reach * 420}" cy="${top + Math.sin(angle) * reach * 62}" r="${canvas.between(3, 7)}" fill="${dyes[index % dyes.length]}"/>`;
  });
  return [
    canvas.wash("room", [
      [0, "#1c0f0e"],
      [1, "#3c1c12"],
    ]),
    canvas.bokeh(
      46,
      ["#ffb861", "#ff8f4d", "#ffd99b", "#d65a3a", "#f7e3c0"],
      { top: 40, bottom: height * 0.62 },
      { least: 22, most: 74 },
      { opacity: 0.5 },
    ),
    canvas.blurred(8, `<ellipse cx="${width / 2}" cy="${top + 214}" rx="620" ry="300" fill="#f0d3b5"/>`),
    `<ellipse cx="${width / 2}" cy="${top}" rx="460" ry="84" fill="${icing}"/><ellipse cx="${width / 2}" cy="${top - 4}" rx="440" ry="74" fill="#f7e0c4" fill-opacity=".6"/>`,
    sprinkles,
    candles,
  ].join("");
}

export const indoors = { feet, table, cake };
