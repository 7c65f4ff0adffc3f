import { readCompany } from "~/domain/email/seller.server";
import { companyDetails } from "~/domain/terms/company";

/** The seller's details for the footer of every page. */
export function footerCompany(): string {
  return companyDetails(readCompany()).join(" · ");
}
