/**
 * The seller, from the settings. Pages state only these details: a seller publishes its name, address, email and number
 * on its site (Electronic Commerce Regulations 2002, reg. 6).
 */
export interface Company {
  readonly name: string;
  readonly address: string | null;
  readonly email: string;
  readonly number: string | null;
}

/** Name, number, address and email, one per line, without unknown ones. */
export function companyLines(company: Company): readonly string[] {
  return [
    company.name,
    ...(company.number === null ? [] : [`Company number ${company.number}`]),
    ...(company.address === null ? [] : [company.address]),
    company.email,
  ];
}

/** Where to write to the company, as the end of a sentence. */
export function whereToWrite(company: Company): string {
  return company.address === null ? company.email : `${company.email} or ${company.name}, ${company.address}`;
}
