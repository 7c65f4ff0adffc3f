import { installBrowsers } from "./browsers.mjs";

/** For CI, before the tests: the browsers of the journeys. Exits with 1 where one is missing afterwards. */

if (!(await installBrowsers())) process.exit(1);
