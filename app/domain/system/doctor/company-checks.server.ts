import { missingDetails } from "~/domain/kernel/company/company";
import { readCompany } from "~/domain/mail/layout/seller.server";
import { type Finding, warning, well } from "./finding";

/** What the law wants a shop to say of itself. */
export function checkCompany(): Finding {
  const missing = missingDetails(readCompany());
  if (missing.length === 0) return well("Company", "Emails, receipts and pages say who sells.");
  const words = missing.map((detail) => detail.words).join(", ");
  const names = missing.map(({ setting }) => setting).join(", ");
  return warning(
    "Company",
    `Emails, receipts and pages don’t say: ${words}.`,
    `Set ${names}, or fill them in under Settings in HyperLoop.`,
  );
}
