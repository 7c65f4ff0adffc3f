import { describe, expect, it } from "vitest";
import { addAddress, addressOwnedBy, changeAddress } from "~/domain/people/accounts/addresses.server";
import {
  addressLines,
  apiAddressForm,
  deliveryAddressForm,
  deliveryAddressIn,
  optionalLineNames,
  savedAddressForm,
  streetLines,
  twoStreetLines,
} from "~/domain/people/addresses/forms";
import { anAddress } from "../../../support/addresses";
import { NOW, person } from "../../../support/people";

const sentWithout = (name: string, fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name));

describe.each(optionalLineNames)("the optional line %s of an address", (name) => {
  const whole = anAddress({ [name]: "Flat 3" });

  it("is among the lines of the address, and in none where it is empty", () => {
    expect(addressLines(whole)).toContain("Flat 3");
    expect(addressLines(anAddress())).not.toContain("");
  });

  it("is not erased by a page from before it existed, which changes the street of an order's address", () => {
    const typed = deliveryAddressForm.parse(sentWithout(name, { ...whole, line1: "9 Quay Street" }));
    expect(deliveryAddressIn(typed, whole)).toEqual({ ...whole, line1: "9 Quay Street" });
    expect(deliveryAddressIn(typed)).toEqual({ ...anAddress({ line1: "9 Quay Street" }) });
  });

  it("is not erased from a saved address by such a page, but by a page that sends it empty", () => {
    const { id: accountId } = person("Ada");
    const added = addAddress(accountId, { label: "Home", ...whole }, { isDefault: false }, NOW);
    if (!added.ok) throw new Error(added.reason);
    const change = (fields: object) => {
      const words = savedAddressForm.parse({ label: "Home", ...fields });
      const which = { accountId, addressId: added.address.id };
      expect(changeAddress(which, words, { isDefault: false }, NOW)).toEqual({ ok: true });
      return addressOwnedBy(accountId, added.address.id);
    };
    expect(change(sentWithout(name, { ...whole, line1: "9 Quay Street" }))).toMatchObject({
      line1: "9 Quay Street",
      [name]: "Flat 3",
    });
    expect(change({ ...whole, [name]: "" })).toMatchObject({ [name]: null });
  });
});

describe("the street of an address", () => {
  it("has two fields for others, the second of which has everything after the first line", () => {
    const address = anAddress({ line1: "4 Harbour Row", line2: "Upper floor" });
    expect(twoStreetLines(streetLines(address))).toEqual({ line1: "4 Harbour Row", line2: "Upper floor" });
    expect(twoStreetLines(["4 Harbour Row", "Flat 3", "Upper floor"]).line2).toBe("Flat 3, Upper floor");
    expect(twoStreetLines(streetLines(anAddress())).line2).toBe("");
  });
});

describe("an address that an API client saves", () => {
  const sent = { firstName: "Ada", line1: "1 Quay Street", city: "Whitby", postcode: "yo21 3pu" };

  it.each([
    [{}, { country: "GB", postcode: "YO21 3PU" }],
    [{ country: "Scotland" }, { country: "GB", postcode: "YO21 3PU" }],
    [
      { country: "FR", postcode: "75001" },
      { country: "FR", postcode: "75001" },
    ],
  ])("with %j is %j", (given, saved) => {
    expect(apiAddressForm.parse({ ...sent, ...given })).toMatchObject(saved);
  });

  it("in the United Kingdom has one of its postcodes", () => {
    const { error } = apiAddressForm.safeParse({ ...sent, postcode: "75001" });
    expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [["postcode"], "Please enter a valid UK postcode (e.g., SW1A 1AA)"],
    ]);
  });
});
