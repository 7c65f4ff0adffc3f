import { firstQuarter } from "./rosie-and-tom-first-quarter";
import { fourthQuarter } from "./rosie-and-tom-fourth-quarter";
import { secondQuarter } from "./rosie-and-tom-second-quarter";
import { thirdQuarter } from "./rosie-and-tom-third-quarter";
import type { WrittenWeek } from "./written-week";

/** A wedding year with every week written, some by Tom. */
export const rosieAndTom: readonly WrittenWeek[] = [
  ...firstQuarter,
  ...secondQuarter,
  ...thirdQuarter,
  ...fourthQuarter,
];
