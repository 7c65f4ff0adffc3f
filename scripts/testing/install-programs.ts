import { installByApt } from "./browser.ts";
import { installBrowsers } from "./browsers.ts";
import { findProgram } from "./litestream-and-minio.ts";
import { ensureVeraPdf } from "./verapdf.ts";

/**
 * For CI, before the tests: the browsers of the journeys, and the programs that check a book's files. The argument is a
 * folder on the PATH for programs of our own. Exits with 1 where one is missing afterwards.
 */

const CHECKERS = { gs: "ghostscript", qpdf: "qpdf" };
const areMissing = () => Object.keys(CHECKERS).some((name) => !findProgram(name));

if (areMissing()) await installByApt(...Object.values(CHECKERS));
const [folder] = process.argv.slice(2);
const canCheckScreenFiles = folder !== undefined && (await ensureVeraPdf(folder));
const haveBrowsers = await installBrowsers();
if (!canCheckScreenFiles || !haveBrowsers || areMissing()) process.exit(1);
