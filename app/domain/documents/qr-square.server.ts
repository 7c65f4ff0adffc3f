import { encode } from "uqr";

/** A QR code as an SVG: one square per module, and the margin of four modules that the standard requires. */
export function squareOf(text: string): string {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${squares.join("")}" fill="#1b2530"/></svg>`;
}
