import { describe, expect, it } from "vitest";
import {
  addAddress,
  addressesOf,
  addressesOfEveryKind,
  addressOwnedBy,
  changeAddress,
  deleteAddress,
  MOST_ADDRESSES,
  makeDefault,
} from "~/domain/people/accounts/addresses.server";
import { deliveryAddressIn, optionalLineNames, savedAddressForm } from "~/domain/people/addresses/forms";
import { anAddress } from "../../../support/addresses";
import { later, NOW, person } from "../../../support/people";

const HOME = {
  label: "Home",
  ...anAddress(),
};

let seconds = 0;

function keep(accountId: string, label: string, isDefault = false) {
  seconds += 1;
  const added = addAddress(accountId, { ...HOME, label }, { isDefault }, later(seconds));
  if (!added.ok) throw new Error(added.reason);
  return added.address;
}

const kept = (accountId: string) =>
  addressesOf(accountId).map(({ label, isDefault }) => `${label}${isDefault ? " (default)" : ""}`);

describe("kept addresses", () => {
  it("begin with a default, and keep what was typed; what was left out is nothing", () => {
    const ada = person("Ada");
    const home = keep(ada.id, "Home");
    const empty = Object.fromEntries(optionalLineNames.map((name) => [name, null]));
    expect(home).toMatchObject({ ...HOME, ...empty, country: "GB", kind: "shipping" });
    expect(kept(ada.id)).toEqual(["Home (default)"]);
  });

  it("are listed with the default first, then in the order they came", () => {
    const ben = person("Ben");
    for (const label of ["Home", "Work", "Mum"]) keep(ben.id, label);
    expect(kept(ben.id)).toEqual(["Home (default)", "Work", "Mum"]);
    keep(ben.id, "Boat", true);
    expect(kept(ben.id)).toEqual(["Boat (default)", "Home", "Work", "Mum"]);
  });

  it("have one default at a time", () => {
    const cid = person("Cid");
    const [home, work] = [keep(cid.id, "Home"), keep(cid.id, "Work")];
    expect(makeDefault(cid.id, work.id, NOW)).toEqual({ ok: true });
    expect(kept(cid.id)).toEqual(["Work (default)", "Home"]);
    expect(makeDefault(cid.id, work.id, NOW)).toEqual({ ok: true });
    changeAddress({ accountId: cid.id, addressId: home.id }, HOME, { isDefault: true }, NOW);
    expect(kept(cid.id)).toEqual(["Home (default)", "Work"]);
    changeAddress({ accountId: cid.id, addressId: home.id }, HOME, { isDefault: false }, NOW);
    expect(kept(cid.id)).toEqual(["Home (default)", "Work"]);
  });

  it("hand the default on when it is deleted", () => {
    const dan = person("Dan");
    const [home, work] = [keep(dan.id, "Home"), keep(dan.id, "Work")];
    keep(dan.id, "Mum");
    expect(deleteAddress(dan.id, home.id, NOW)).toEqual({ ok: true });
    expect(kept(dan.id)).toEqual(["Work (default)", "Mum"]);
    deleteAddress(dan.id, work.id, NOW);
    expect(deleteAddress(dan.id, work.id, NOW)).toEqual({ ok: false, reason: "not_found" });
    expect(kept(dan.id)).toEqual(["Mum (default)"]);
  });

  it("have kinds of their own: a billing address is no delivery address, and neither ends the other’s default", () => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    const bill = (label: string, isDefault = false) => {
      seconds += 1;
      addAddress(ada.id, { ...HOME, label }, { isDefault, kind: "billing" }, later(seconds));
    };
    keep(ben.id, "His");
    bill("Office");
    const home = keep(ada.id, "Home");
    bill("Accountant", true);
    const labels = () =>
      addressesOfEveryKind(ada.id).map(({ label, isDefault }) => `${label}${isDefault ? " (default)" : ""}`);
    expect(kept(ada.id)).toEqual(["Home (default)"]);
    expect(labels()).toEqual(["Home (default)", "Accountant (default)", "Office"]);
    const work = keep(ada.id, "Work");
    deleteAddress(ada.id, home.id, NOW);
    expect(labels()).toEqual(["Accountant (default)", "Work (default)", "Office"]);
    deleteAddress(ada.id, work.id, NOW);
    expect(labels()).toEqual(["Accountant (default)", "Office"]);
    expect(kept(ben.id)).toEqual(["His (default)"]);
  });

  it("keep the time of their last change, unless they are changed or lose the default", () => {
    const gil = person("Gil");
    const [home, work, mum] = [keep(gil.id, "Home"), keep(gil.id, "Work"), keep(gil.id, "Mum")];
    makeDefault(gil.id, work.id, later(9_000));
    const changedAt = (id: string) => addressOwnedBy(gil.id, id)?.updatedAt;
    expect([home, work, mum].map(({ id }) => changedAt(id))).toEqual([later(9_000), later(9_000), mum.updatedAt]);
    makeDefault(gil.id, work.id, later(9_001));
    expect(kept(gil.id)).toEqual(["Work (default)", "Home", "Mum"]);
  });

  it("are twenty at most of each kind", () => {
    const eva = person("Eva");
    for (let time = 1; time <= MOST_ADDRESSES; time += 1) keep(eva.id, `Number ${time}`);
    expect(addAddress(eva.id, HOME, { isDefault: true }, NOW)).toEqual({ ok: false, reason: "too_many" });
    expect(kept(eva.id)[0]).toBe("Number 1 (default)");
    expect(addAddress(eva.id, HOME, { isDefault: false, kind: "billing" }, NOW).ok).toBe(true);
  });
});

describe("the form for an address", () => {
  const sentences = (given: Partial<typeof HOME>) =>
    savedAddressForm.safeParse({ ...HOME, ...given }).error?.issues.map(({ message }) => message) ?? [];

  it.each([
    [{ label: " " }, "Address label is required"],
    [{ label: "x".repeat(41) }, "Address label must be 40 characters or less"],
    [{ firstName: "" }, "First name is required"],
    [{ lastName: "" }, "Last name is required"],
    [{ line1: "" }, "Address line 1 is required"],
    [{ city: "" }, "City is required"],
    [{ postcode: "" }, "Postcode is required"],
    [{ postcode: "90210" }, "Please enter a valid UK postcode (e.g., SW1A 1AA)"],
  ])("with %j says: %s", (given, sentence) => {
    expect(sentences(given)).toEqual([sentence]);
  });

  it("needs neither a second line nor a county, and tidies the postcode", () => {
    const { line2: _, county: __, ...short } = HOME;
    const typed = savedAddressForm.parse({ ...short, postcode: " yo21  3pu " });
    expect(deliveryAddressIn(typed)).toMatchObject({ line2: "", county: "" });
    expect(typed).toMatchObject({
      postcode: "YO21 3PU",
      isDefault: false,
    });
  });
});
