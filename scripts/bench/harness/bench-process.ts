import { type Figure, printFigures } from "./figures";
import { openServedHouse, type ServedHouse } from "./served-app";

/** One bench, by its name, on a data folder of its own. Prints its figures; ends with 1 where one misses its limit. */

interface Bench {
  measure(house: ServedHouse): Promise<Figure[]>;
}

const [name = ""] = process.argv.slice(2);
const house = await openServedHouse();
let isMet = false;
try {
  // Not before the house is open: whatever of the app a bench needs reads the settings of it.
  const { measure }: Bench = await import(`../${name}.ts`);
  isMet = printFigures(name, await measure(house));
} catch (error) {
  console.error(`✗ ${name} could not be measured:`, error);
} finally {
  await house.close();
}
process.exit(isMet ? 0 : 1);
