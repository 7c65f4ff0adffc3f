import { FILE_RULES } from "./file-rules.server";
import { PAGE_RULES, resolutionsOn } from "./page-rules.server";
import { openWithoutPhotos } from "./pdf-file.server";
import type { FileKind, PreflightReport } from "./preflight-report";
import type { Printer } from "./printer";
import type { Inspected, Said } from "./rule.server";

/**
 * The last look at a file before it leaves for the printer. It reads the finished file, whatever made it, so that a
 * mistake of ours is found here and not on paper. A file that breaks a rule does not leave.
 */

/** Checks a finished file by every rule. A file that cannot be read has one fault, "file". */
export async function preflightFile(path: string, printer: Printer, file: FileKind): Promise<PreflightReport> {
  const report: PreflightReport = {
    printer: printer.name,
    condition: printer.condition.identifier,
    pages: 0,
    rules: FILE_RULES.length + PAGE_RULES.length,
    lowestPixelsPerInch: null,
    faults: [],
    notes: [],
  };
  const note = (rule: string, page: number | null, { detail, isNote }: Said) =>
    (isNote ? report.notes : report.faults).push({ rule, page, detail });
  let inspected: Inspected;
  try {
    inspected = { ...(await openWithoutPhotos(path)), printer, file };
    const pages = inspected.document.getPages();
    report.pages = pages.length;
    const resolutions = pages.flatMap(resolutionsOn);
    if (resolutions.length > 0) report.lowestPixelsPerInch = Math.min(...resolutions);
    for (const { name, validate } of FILE_RULES) for (const said of validate(inspected)) note(name, null, said);
    for (const [index, page] of pages.entries()) {
      for (const { name, validate } of PAGE_RULES) {
        for (const said of validate(page, inspected)) note(name, index + 1, said);
      }
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    note("file", null, { detail: `The file can’t be read: ${why}` });
  }
  return report;
}
