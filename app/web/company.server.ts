import { readCompany } from "~/domain/email/seller.server";
import { companyDetails } from "~/domain/terms/company";
import { resultOrNull } from "./error-log.server";

/** The seller's details for the footer of every page; none while they cannot be read, because no page depends on them. */
export async function footerCompany(request: Request): Promise<string | null> {
  return await resultOrNull(request, () => companyDetails(readCompany()).join(" · "));
}
