import { readPage } from "~/content/pages";
import { type Company, whereToWrite } from "~/domain/kernel/company/company";

/** Our goals and measures, and where to complain: Equality Act 2010; WCAG 2.2, level AA. */
export const accessibilityCopy = readPage<[company: Company]>("accessibility", {
  whereToWrite,
});
