import { installBrowsers } from "./browsers.mjs";

/** For CI, before the tests: the browsers of the journeys. What is missing afterwards fails there, by its name. */

await installBrowsers();
