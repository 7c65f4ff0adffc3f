/**
 * The seller, from the settings: what pages, emails and receipts state of it. A company shows its registered name, number,
 * part of the UK and address (Companies (Trading Disclosures) Regulations 2015, reg. 24 and 25); a shop on the internet
 * how to reach it, and a VAT number where it has one (Electronic Commerce Regulations 2002, reg. 6).
 */
export interface Company {
  readonly name: string;
  /** The registered address, in one line. */
  readonly address: string | null;
  readonly email: string;
  readonly number: string | null;
  /** The part of the UK it is registered in. */
  readonly registeredIn: string | null;
  readonly phone: string | null;
  /** Null too for a company that is not registered for VAT. */
  readonly vatNumber: string | null;
  /** Where the books are printed. */
  readonly printerCountry: string | null;
}

/** What a shop needs by law and may not have yet, by its setting. The VAT number is not in it: a small company has none. */
const NEEDED = [
  ["name", "registered name", "COMPANY_NAME"],
  ["number", "company number", "COMPANY_NUMBER"],
  ["registeredIn", "part of the UK it’s registered in", "COMPANY_REGISTERED_IN"],
  ["address", "registered address", "COMPANY_ADDRESS"],
  ["phone", "phone number", "COMPANY_PHONE"],
  ["printerCountry", "printer’s country", "PRINTER_COUNTRY"],
] as const satisfies readonly (readonly [keyof Company, string, string])[];

/** What a company is called that has set no name: the shop's, under which none is registered. */
const SHOP_NAME = "Loop";

export function missingDetails(company: Company): { words: string; setting: string }[] {
  const isMissing = (value: string | null) => value === null || value === SHOP_NAME;
  return NEEDED.flatMap(([name, words, setting]) => (isMissing(company[name]) ? [{ words, setting }] : []));
}

/** Name, number and place of registration, as the law wants them together. */
export function registeredName({ name, number, registeredIn }: Company): string {
  return [
    name,
    ...(number === null ? [] : [`company number ${number}`]),
    ...(registeredIn === null ? [] : [`registered in ${registeredIn}`]),
  ].join(", ");
}

/** Who makes Loop; null where the settings name nobody. */
export function makerOf(company: Company): string | null {
  return company.name === SHOP_NAME && company.number === null ? null : registeredName(company);
}

/** The details by which a company is found, one a line, without unknown ones. */
export function companyDetails(company: Company): readonly string[] {
  const { address, phone, vatNumber } = company;
  return [
    registeredName(company),
    ...(address === null ? [] : [address]),
    ...(phone === null ? [] : [`Phone ${phone}`]),
    ...(vatNumber === null ? [] : [`VAT number ${vatNumber}`]),
  ];
}

/** The same with the email address. */
export function companyLines(company: Company): readonly string[] {
  return [...companyDetails(company), company.email];
}

/** Where to write to the company, as the end of a sentence. */
export function whereToWrite(company: Company): string {
  return company.address === null ? company.email : `${company.email} or ${company.name}, ${company.address}`;
}
