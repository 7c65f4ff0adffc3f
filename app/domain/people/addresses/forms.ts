import { z } from "zod";
import { formatPostcode, placeOfPostcode } from "~/domain/kernel/text/postcodes";
import { clean } from "~/domain/kernel/text/typed-text";
import { checkbox, line, lineIfSent, nameLine, optionalLine, optionalName, phone } from "../accounts/forms";

/** Where the book goes: England, Scotland, Wales and Northern Ireland only. */

const POSTCODE_MESSAGE = "Please enter a valid UK postcode (e.g., SW1A 1AA)";
const POSTCODE = /^[A-Z]{1,2}[0-9]{1,2}[A-Z]? ?[0-9][A-Z]{2}$/;
const POSTCODE_MOST = 8;

/** Outside the United Kingdom a shipment needs customs papers; only the forces’ own post takes shipments to a BFPO. */
const UNSERVED_MESSAGES = {
  islands: "We don’t deliver to Jersey, Guernsey or the Isle of Man yet",
  gibraltar: "We don’t deliver to Gibraltar yet",
  forces: "We can’t deliver to BFPO addresses yet. Please give an address in the UK",
  nowhere: POSTCODE_MESSAGE,
} as const;

export function isServed(written: string): boolean {
  return placeOfPostcode(written) === "served";
}

/** Of a place that we deliver to. */
export const postcode = z
  .string({ error: "Postcode is required" })
  .max(200, POSTCODE_MESSAGE)
  .transform((value) => clean(value, "postcode"))
  .pipe(
    z.string().superRefine((written, context) => {
      const place = placeOfPostcode(written);
      const message = written === "" ? "Postcode is required" : place !== "served" && UNSERVED_MESSAGES[place];
      if (message) context.addIssue({ code: "custom", message });
    }),
  );

const lineShape = {
  line1: line("Address line 1 is required", "Address line 1"),
  line2: lineIfSent("Address line 2"),
  city: line("City is required", "City"),
  county: lineIfSent("County"),
};

const addressShape = {
  firstName: nameLine("First name is required", "First name"),
  lastName: nameLine("Last name is required", "Last name"),
  ...lineShape,
};

/** The lines between the name and the postcode, in the order of an envelope. */
export const ADDRESS_LINES = {
  line1: { label: "Address line 1", autoComplete: "address-line1", isStreet: true },
  line2: { label: "Address line 2", autoComplete: "address-line2", isStreet: true, optional: true },
  city: { label: "Town or city", autoComplete: "address-level2" },
  county: { label: "County", autoComplete: "address-level1", optional: true },
} as const satisfies Record<AddressLine, LineDeclaration>;

export interface LineDeclaration {
  readonly label: string;
  readonly autoComplete: string;
  readonly isStreet?: true;
  readonly optional?: true;
}

type AddressLine = keyof typeof lineShape;
type OptionalLine = {
  [Line in AddressLine]: (typeof ADDRESS_LINES)[Line] extends { optional: true } ? Line : never;
}[AddressLine];

/** What API clients call the lines and the postcode. */
export const API_NAMES = {
  line1: "address1",
  line2: "address2",
  city: "city",
  county: "state",
  postcode: "postalCode",
} as const satisfies Record<AddressLine | "postcode", string>;

type ApiName = (typeof API_NAMES)[keyof typeof API_NAMES];
/** The fields of `API_NAMES` as a call's body is read. */
export const API_FIELDS = Object.fromEntries(Object.values(API_NAMES).map((name) => [name, "text"])) as Record<
  ApiName,
  "text"
>;

export const addressLineNames = Object.keys(ADDRESS_LINES) as AddressLine[];

const declared: Readonly<Record<AddressLine, LineDeclaration>> = ADDRESS_LINES;
const isOptional = (name: AddressLine): name is OptionalLine => declared[name].optional === true;
export const optionalLineNames = addressLineNames.filter(isOptional);

export const deliveryAddressForm = z.object({ ...addressShape, postcode });

/** An address as its form was sent. */
export type TypedAddress = z.infer<typeof deliveryAddressForm>;

/** The whole of it: an optional line that is empty is an empty text. */
export type DeliveryAddress = { [Field in keyof TypedAddress]-?: NonNullable<TypedAddress[Field]> };

/** The required fields, and the optional lines as a form or a row has them. */
type AddressFields = Omit<DeliveryAddress, OptionalLine> & { readonly [Line in OptionalLine]?: string | null };

/**
 * The delivery address among other fields: of a form that was accepted, or of a saved address. What the form did not
 * have is as in the `earlier` address.
 */
export function deliveryAddressIn(fields: AddressFields, earlier?: DeliveryAddress): DeliveryAddress {
  const { firstName, lastName, postcode } = fields;
  const lines = addressLineNames.map((name) => [name, fields[name] ?? earlier?.[name] ?? ""]);
  return { firstName, lastName, ...(Object.fromEntries(lines) as Record<AddressLine, string>), postcode };
}

/** The lines before the town that are not empty. */
export function streetLines(address: AddressFields): string[] {
  return addressLineNames.flatMap((name) => (declared[name].isStreet && address[name]) || []);
}

/** The same for others, who have two fields for it: the second has all that follows the first. */
export function twoStreetLines(lines: readonly string[]): { line1: string; line2: string } {
  const [line1 = "", ...more] = lines;
  return { line1, line2: more.join(", ") };
}

/** An address as lines of text, with the name first and without empty lines. */
export function addressLines(address: AddressFields): string[] {
  return [`${address.firstName} ${address.lastName}`, ...placeLines(address)];
}

/** The same without the name. */
export function placeLines(address: AddressFields): string[] {
  return [...addressLineNames.map((name) => address[name] ?? ""), formatPostcode(address.postcode)].filter(Boolean);
}

/** An address in the database. It also takes postcodes and names that were accepted before today's rules applied. */
export const writtenAddress = z.object({
  ...addressShape,
  firstName: line("First name is required", "First name"),
  lastName: line("Last name is required", "Last name"),
  postcode: z
    .string()
    .transform((value) => clean(value, "postcode"))
    .pipe(z.string().max(POSTCODE_MOST, POSTCODE_MESSAGE).regex(POSTCODE, POSTCODE_MESSAGE)),
});

/** An address saved in the account settings, with a label. */
export const savedAddressForm = z.object({
  label: line("Address label is required", "Address label", 40),
  ...deliveryAddressForm.shape,
  isDefault: checkbox,
});

export type SavedAddress = z.infer<typeof savedAddressForm>;

const UNITED_KINGDOM = /^(?:GB|GBR|UK|United Kingdom|Great Britain|England|Scotland|Wales|Northern Ireland)$/i;

/** "GB" for each way to write it and for an empty field; any other country stays as it was written. */
export const country = optionalLine("Country", 60).transform((written) =>
  written === "" || UNITED_KINGDOM.test(written) ? "GB" : written,
);

/** An address saved through the API. It may be in any country, but deliveries go to the United Kingdom only. */
export const apiAddressForm = z
  .object({
    label: optionalLine("Address label", 40),
    firstName: nameLine("Name is required", "First name"),
    lastName: optionalName("Last name"),
    company: optionalLine("Company"),
    ...lineShape,
    line1: line("Street is required", "Street"),
    county: lineIfSent("State"),
    postcode: line("Postcode is required", "Postcode", 20),
    country,
    phone,
  })
  .transform((address, context) => {
    if (address.country !== "GB") return address;
    const british = postcode.safeParse(address.postcode);
    if (british.success) return { ...address, postcode: british.data };
    const message = british.error.issues[0]?.message ?? POSTCODE_MESSAGE;
    context.addIssue({ code: "custom", path: ["postcode"], message });
    return z.NEVER;
  });
