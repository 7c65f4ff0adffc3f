import { z } from "zod";
import { formatPostcode, placeOfPostcode } from "~/domain/kernel/text/postcodes";
import { clean } from "~/domain/kernel/text/typed-text";
import { checkbox, line, nameLine, optionalLine, optionalName, phone } from "../accounts/forms";

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

const addressShape = {
  firstName: nameLine("First name is required", "First name"),
  lastName: nameLine("Last name is required", "Last name"),
  line1: line("Address line 1 is required", "Address line 1"),
  line2: optionalLine("Address line 2"),
  city: line("City is required", "City"),
  county: optionalLine("County"),
};

export const deliveryAddressForm = z.object({ ...addressShape, postcode });

export type DeliveryAddress = z.infer<typeof deliveryAddressForm>;

/** The delivery address among other fields: of a form that was accepted, or of a saved address. */
export function deliveryAddressIn(
  fields: Omit<DeliveryAddress, "line2" | "county"> & { line2: string | null; county: string | null },
): DeliveryAddress {
  const { firstName, lastName, line1, line2, city, county, postcode } = fields;
  return { firstName, lastName, line1, line2: line2 ?? "", city, county: county ?? "", postcode };
}

/** An address as lines of text, with the name first and without empty lines. */
export function addressLines(address: Parameters<typeof deliveryAddressIn>[0]): string[] {
  return [`${address.firstName} ${address.lastName}`, ...placeLines(address)];
}

/** The same without the name. */
export function placeLines(address: Parameters<typeof deliveryAddressIn>[0]): string[] {
  const { line1, line2, city, county, postcode } = deliveryAddressIn(address);
  return [line1, line2, city, county, formatPostcode(postcode)].filter(Boolean);
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
    line1: line("Street is required", "Street"),
    line2: optionalLine("Address line 2"),
    city: line("City is required", "City"),
    county: optionalLine("State"),
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
