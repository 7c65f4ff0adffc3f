import { type Figure, printFigures } from "./figures";
import { openServedApp, type ServedApp } from "./served-app";

/** One bench, by its name, on a data folder of its own. Prints its figures; ends with 1 where one misses its limit. */

interface Bench {
  measure(app: ServedApp): Promise<Figure[]>;
}

const [name = ""] = process.argv.slice(2);
const app = await openServedApp();
let isMet = false;
try {
  // Not before the house is open: whatever of the app a bench needs reads the settings of it.
  const { measure }: Bench = await import(`../${name}.ts`);
  isMet = printFigures(name, await measure(app));
} catch (error) {
  console.error(`✗ ${name} could not be measured:`, error);
} finally {
  await app.close();
}
process.exit(isMet ? 0 : 1);
