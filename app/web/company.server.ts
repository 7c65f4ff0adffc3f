import { companyDetails } from "~/domain/kernel/company/company";
import { readCompany } from "~/domain/mail/layout/seller.server";
import { resultOrNull } from "./error-log.server";

/** The seller's details for the footer of every page; none while they cannot be read, because no page depends on them. */
export async function footerCompany(request: Request): Promise<string | null> {
  return await resultOrNull(request, () => companyDetails(readCompany()).join(" · "));
}
