import { describe, expect, it } from "vitest";
import { accountById } from "~/domain/people/accounts/accounts.server";
import { emailsForm, profileForm } from "~/domain/people/accounts/forms";
import { splitName } from "~/domain/people/accounts/full-name";
import { profileOf, saveEmailChoice, saveProfile } from "~/domain/people/accounts/profile.server";
import { later, person } from "../../../support/people";

const typed = { firstName: "Margaret", lastName: "Okafor", phone: "" };
const sentences = (given: Partial<typeof typed>) =>
  profileForm.safeParse({ ...typed, ...given }).error?.issues.map(({ message }) => message) ?? [];

describe("the form for one's details", () => {
  it.each([
    "",
    "07700 900412",
    "+44 7700 900412",
    "(01947) 555-123",
    "020.7946.0018",
    "1234567",
    "123456789012345",
    "٠٧٧٠٠٩٠٠٤١٢",
  ])("takes the phone number “%s”", (phone) => {
    expect(sentences({ phone })).toEqual([]);
  });

  it.each(["123456", "1234567890123456", "call me", "07700 900412 ext 5", "++44 7700 900412"])(
    "does not take “%s” for one",
    (phone) => {
      expect(sentences({ phone })).toEqual(["Please enter a valid phone number"]);
    },
  );

  it("asks for both names", () => {
    expect(sentences({ firstName: " ", lastName: "" })).toEqual(["First name is required", "Last name is required"]);
  });

  it.each([
    ["Margaret Ada Okafor", undefined, "Margaret", "Ada Okafor"],
    ["  Zoë  Łukasz ", undefined, "Zoë", "Łukasz"],
    ["Zoë", undefined, "Zoë", ""],
    ["Mary Ann Smith Jones", { firstName: "Mary Ann", lastName: "Smith" }, "Mary Ann", "Smith Jones"],
    ["Mary Anne van Dyk", { firstName: "Mary Ann", lastName: "van Dyk" }, "Mary Anne", "van Dyk"],
    ["Mary", { firstName: "Mary", lastName: "Smith" }, "Mary", ""],
  ])("takes “%s”, where %j was kept, for %s and %s", (fullName, kept, firstName, lastName) => {
    expect(splitName(fullName, kept)).toEqual({ firstName, lastName });
  });

  it("takes an unticked switch for no, and anything but a tick too", () => {
    expect(emailsForm.parse({ email: "on" })).toEqual({ email: true, marketing: false });
    expect(emailsForm.parse({ email: "yes" })).toEqual({ email: false, marketing: false });
  });
});

describe("one's details", () => {
  it("are kept, and an empty phone number is stored as none", () => {
    const ada = person("Ada", { phone: "07700 900412" });
    saveProfile(ada.id, { firstName: "Adaeze", lastName: "Obi", phone: "" }, later(60));
    expect(profileOf(ada.id)).toMatchObject({ firstName: "Adaeze", lastName: "Obi", phone: "" });
    expect(accountById(ada.id)).toMatchObject({ phone: null, email: ada.email, updatedAt: later(60) });
  });

  it("of one person change nobody else's", () => {
    const [ben, bea] = [person("Ben"), person("Bea")];
    saveProfile(ben.id, { firstName: "Benjamin", lastName: "Obi", phone: "1234567" }, later(60));
    saveEmailChoice(ben.id, false, later(60));
    expect(accountById(bea.id)).toEqual(bea);
  });

  it("say whether we may write", () => {
    const cid = person("Cid");
    expect(profileOf(cid.id).wantsEmails).toBe(true);
    saveEmailChoice(cid.id, false, later(60));
    expect(profileOf(cid.id).wantsEmails).toBe(false);
  });

  it("of nobody are a defect", () => {
    expect(() => profileOf("nobody")).toThrow("There is no account nobody.");
  });
});
