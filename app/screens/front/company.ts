/**
 * Who sells, as the settings have it. A page says what is given here and nothing else: a seller names itself, its
 * address, its e-mail and its number on its site (Electronic Commerce Regulations 2002, reg. 6).
 */
export interface Company {
  readonly name: string;
  readonly address: string | null;
  readonly email: string;
  readonly number: string | null;
}

/** Name, number, address and e-mail, one a line, without those that are not known. */
export function companyLines(company: Company): readonly string[] {
  return [
    company.name,
    ...(company.number === null ? [] : [`Company number ${company.number}`]),
    ...(company.address === null ? [] : [company.address]),
    company.email,
  ];
}

/** Where an email on paper or on a screen reaches the company, as the end of a sentence. */
export function whereToWrite(company: Company): string {
  return company.address === null ? company.email : `${company.email} or ${company.name}, ${company.address}`;
}
