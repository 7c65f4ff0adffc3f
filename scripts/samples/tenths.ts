/**
 * Outlines with tenths of a point instead of hundredths, a third fewer bytes: half a twentieth of a point is less than
 * a pixel of any screen. Every step starts where the last one was written to end, so that nothing adds up.
 */

const COMMAND = /([a-zA-Z])([^a-zA-Z]*)/g;

export function toTenths(drawing: string): string {
  return drawing
    .replace(/ d="([^"]*)"/g, (_, path: string) => ` d="${pathToTenths(path)}"`)
    .replace(/ ([xy])="([\d.-]+)"/g, (_, axis: string, length: string) => ` ${axis}="${short(tenth(Number(length)))}"`);
}

interface Point {
  x: number;
  y: number;
}

/** @throws Error for a command that the typesetter has not used so far. */
function pathToTenths(path: string): string {
  const exact: Point = { x: 0, y: 0 };
  const written: Point = { x: 0, y: 0 };
  let begun = { exact: { ...exact }, written: { ...written } };
  let result = "";
  let before = "";
  /** The steps to a place `across` and `down` of the exact point, from the written one. */
  const from = (across: number, down: number) => ({
    x: tenth(exact.x + across - written.x),
    y: tenth(exact.y + down - written.y),
  });
  const arrive = (across: number, down: number, steps: Point) => {
    exact.x += across;
    exact.y += down;
    written.x = tenth(written.x + steps.x);
    written.y = tenth(written.y + steps.y);
  };
  const put = (command: string, numbers: readonly number[]) => {
    const joined = numbers.map(short).reduce(besideEachOther, "");
    const isAgain = command === before && command !== "m";
    result += isAgain ? (joined.startsWith("-") ? joined : ` ${joined}`) : command + joined;
    before = command;
  };
  for (const [, command = "", given = ""] of path.replace(/^M 0 0m/, "m").matchAll(COMMAND)) {
    const numbers = given.trim().split(/\s+/).filter(Boolean).map(Number);
    if (command === "M") {
      const [x = 0, y = 0] = numbers;
      Object.assign(exact, { x, y });
      Object.assign(written, { x: tenth(x), y: tenth(y) });
      put("M", [written.x, written.y]);
      begun = { exact: { ...exact }, written: { ...written } };
    } else if (command === "Z") {
      put("z", []);
      Object.assign(exact, begun.exact);
      Object.assign(written, begun.written);
    } else if (command === "h" || command === "v") {
      const [length = 0] = numbers;
      const [across, down] = command === "h" ? [length, 0] : [0, length];
      const { x, y } = from(across, down);
      put(command, [command === "h" ? x : y]);
      arrive(across, down, command === "h" ? { x, y: 0 } : { x: 0, y });
    } else if (/[mlqc]/.test(command)) {
      const points = numbers.flatMap((x, index) => (index % 2 === 0 ? [[x, numbers[index + 1] ?? 0] as const] : []));
      const steps = points.map(([x, y]) => from(x, y));
      put(
        command,
        steps.flatMap(({ x, y }) => [x, y]),
      );
      const [last, end] = [steps.at(-1), points.at(-1)];
      if (last && end) arrive(end[0], end[1], last);
      if (command === "m") begun = { exact: { ...exact }, written: { ...written } };
    } else throw new Error(`A path has the command ${command}.`);
  }
  return result;
}

const tenth = (length: number) => Math.round(length * 10) / 10;

/** "-.5" for -0.5. */
const short = (length: number) => String(length === 0 ? 0 : length).replace(/^(-?)0\./, "$1.");

/** A sign, or a second point, tells two numbers apart without a space. */
function besideEachOther(before: string, next: string): string {
  const isApart = before === "" || next.startsWith("-") || (next.startsWith(".") && /\.\d*$/.test(before));
  return isApart ? before + next : `${before} ${next}`;
}
