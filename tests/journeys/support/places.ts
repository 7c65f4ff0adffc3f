import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("../../../", import.meta.url));

/** All output of a run of the journeys; not below build/, which every build empties. */
export const JOURNEYS_FOLDER = `${top}test-results/journeys`;
export const REPORT_FILE = `${top}build/reports/journeys.json`;
export const REPOSITORY = top;
