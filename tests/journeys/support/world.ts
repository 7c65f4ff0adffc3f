/** The product that runs for these journeys, as the setup describes it. */

const ORIGIN = "JOURNEY_ORIGIN";
const DATA_FOLDER = "JOURNEY_DATA_FOLDER";
const CARD_PAGE_ORIGIN = "JOURNEY_CARD_PAGE_ORIGIN";

export function announceWorld(world: { origin: string; dataFolder: string; cardPageOrigin: string }): void {
  process.env[ORIGIN] = world.origin;
  process.env[DATA_FOLDER] = world.dataFolder;
  process.env[CARD_PAGE_ORIGIN] = world.cardPageOrigin;
}

/** Undefined before the product has started, since Playwright reads its configuration earlier. */
export function givenOrigin(): string | undefined {
  return process.env[ORIGIN];
}

/** The origin of the product. */
export function origin(): string {
  return known(ORIGIN);
}

/** The origin of the payment provider's hosted page. */
export function cardPageOrigin(): string {
  return known(CARD_PAGE_ORIGIN);
}

/** The product's data folder: its database, its photos, its emails. */
export function dataFolder(): string {
  return known(DATA_FOLDER);
}

function known(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error("The product has not been started for this journey.");
  return value;
}
