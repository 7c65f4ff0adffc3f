import { encode } from "uqr";

/** A QR code: its width in modules, with the margin of four that the standard requires, and the path of its dark ones. */
export function squarePath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join("") };
}

export function squareOf(text: string): string {
  const { size, path } = squarePath(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${path}" fill="#1b2530"/></svg>`;
}
