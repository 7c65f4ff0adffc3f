import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { consents } from "#db/schema";
import { accountById } from "~/domain/people/accounts/accounts.server";
import { emailsForm, profileForm } from "~/domain/people/accounts/forms";
import { splitName } from "~/domain/people/accounts/full-name";
import {
  dismissPasswordPrompt,
  profileOf,
  saveEmailChoice,
  saveNewsChoice,
  saveProfile,
} from "~/domain/people/accounts/profile.server";
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

  it("say whether we may write", () => {
    const cid = person("Cid");
    expect(profileOf(cid.id).wantsEmails).toBe(true);
    saveEmailChoice(cid.id, false, later(60));
    expect(profileOf(cid.id).wantsEmails).toBe(false);
  });

  it("say whether news are wanted, each change of which is written down once", () => {
    const [dan, dora] = [person("Dan"), person("Dora")];
    const consentsOf = (accountId: string) =>
      db
        .select()
        .from(consents)
        .where(eq(consents.accountId, accountId))
        .all()
        .map(({ given }) => given);
    for (const [given, seconds] of [
      [false, 1],
      [true, 2],
      [true, 3],
      [false, 4],
      [true, 5],
    ] as const)
      saveNewsChoice(dan.id, given, later(seconds));
    saveNewsChoice(dora.id, true, later(6));
    saveNewsChoice(dora.id, false, later(7));
    saveNewsChoice("nobody", true, later(8));
    expect([dan, dora].map(({ id }) => profileOf(id).wantsNews)).toEqual([true, false]);
    expect([dan, dora].map(({ id }) => consentsOf(id))).toEqual([
      [true, false, true],
      [true, false],
    ]);
  });

  it("put off the question for a password for one person alone", () => {
    const [eva, finn] = [person("Eva"), person("Finn")];
    dismissPasswordPrompt(eva.id, later(60));
    const dismissed = ({ id }: { id: string }) => accountById(id)?.passwordPromptDismissedAt;
    expect([eva, finn].map(dismissed)).toEqual([later(60), null]);
  });

  it("of nobody are a defect", () => {
    expect(() => profileOf("nobody")).toThrow("There is no account nobody.");
  });
});
