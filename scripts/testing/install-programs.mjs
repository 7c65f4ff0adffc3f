import { installByApt } from "./browser.mjs";
import { installBrowsers } from "./browsers.mjs";
import { findProgram } from "./litestream-and-minio.mjs";

/**
 * For CI, before the tests: the browsers of the journeys, and the programs that check a printer's files. Exits with 1
 * where one is missing afterwards.
 */

const CHECKERS = { gs: "ghostscript", qpdf: "qpdf" };
const areMissing = () => Object.keys(CHECKERS).some((name) => !findProgram(name));

if (areMissing()) await installByApt(...Object.values(CHECKERS));
const haveBrowsers = await installBrowsers();
if (!haveBrowsers || areMissing()) process.exit(1);
