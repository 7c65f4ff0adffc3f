import { type Figure, printFigures } from "./figures";
import { openServedApp, type ServedApp } from "./served-app";

/** Runs one bench, by name, on its own data folder. Prints its figures; exits with 1 when one misses its limit. */

interface Bench {
  measure(app: ServedApp): Promise<Figure[]>;
}

const [name = ""] = process.argv.slice(2);
const app = await openServedApp();
let isMet = false;
try {
  // Imported after the app is served: any app module a bench needs reads its settings.
  const { measure }: Bench = await import(`../${name}.ts`);
  isMet = printFigures(name, await measure(app));
} catch (error) {
  console.error(`✗ ${name} could not be measured:`, error);
} finally {
  await app.close();
}
process.exit(isMet ? 0 : 1);
