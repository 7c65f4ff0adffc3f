import { installByApt } from "./browser.ts";
import { installBrowsers } from "./browsers.ts";
import { findProgram } from "./litestream-and-minio.ts";
import { ensureVeraPdf } from "./verapdf.ts";

/**
 * For CI, before the tests: the browsers of the journeys, the programs that check a book's files, and a server of
 * mailboxes. The argument is a folder on the PATH for programs of our own. Exits with 1 where one is missing afterwards.
 */

const PROGRAMS = { gs: "ghostscript", qpdf: "qpdf", dovecot: "dovecot-imapd" };
const areMissing = () => Object.keys(PROGRAMS).some((name) => !findProgram(name));

if (areMissing()) await installByApt(...Object.values(PROGRAMS));
const [folder] = process.argv.slice(2);
const canCheckScreenFiles = folder !== undefined && (await ensureVeraPdf(folder));
const haveBrowsers = await installBrowsers();
if (!canCheckScreenFiles || !haveBrowsers || areMissing()) process.exit(1);
