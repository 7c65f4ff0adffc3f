import { printFigures } from "./bench/apparatus/figures";
import { openServedHouse } from "./bench/apparatus/served-house";

/**
 * `npm run bench`: what has to be measured rather than tested, against the production build on a fresh data folder.
 * Names choose: `npm run bench -- doors pages`. Ends with 1 where a figure misses its limit. Every figure compares
 * things within one run, so that it holds on a slow machine and on a busy one.
 */

const BENCHES = [
  "book",
  "dashboard",
  "doors",
  "durability",
  "hashing",
  "hyperloop",
  "pages",
  "payments",
  "photos",
  "tries",
  "vouchers",
] as const;
type Name = (typeof BENCHES)[number];

const isKnown = (name: string): name is Name => BENCHES.some((one) => one === name);
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !isKnown(name));
if (unknown.length > 0) {
  console.error(`There is no bench "${unknown.join(", ")}". There are: ${BENCHES.join(", ")}`);
  process.exit(2);
}

const house = await openServedHouse();
let isAllMet = true;
try {
  for (const name of BENCHES) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    const { measure }: typeof import("./bench/doors") = await import(`./bench/${name}.ts`);
    isAllMet = printFigures(name, await measure(house)) && isAllMet;
  }
} finally {
  await house.close();
}
process.exit(isAllMet ? 0 : 1);
