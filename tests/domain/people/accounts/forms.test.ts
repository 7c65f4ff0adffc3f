import { describe, expect, it } from "vitest";
import { codeForm, registrationForm, signInForm, streamlinedRegistrationForm } from "~/domain/people/accounts/forms";
import { PASSWORD } from "../../../support/people";

const filledIn = {
  firstName: "Margaret",
  lastName: "Okafor",
  email: "margaret@example.com",
  password: PASSWORD,
  confirmPassword: PASSWORD,
  acceptedTerms: "on",
  acceptedPrivacy: "on",
};

function problemsWith(change: Record<string, string | undefined>) {
  const read = registrationForm.safeParse({ ...filledIn, ...change });
  return read.success ? [] : read.error.issues.map(({ path, message }) => [path.join("."), message]);
}

describe("registering during checkout", () => {
  const problemOf = (password: string) =>
    streamlinedRegistrationForm.safeParse({ ...filledIn, password }).error?.issues.map(({ message }) => message);

  it.each([
    ["", "Password must be at least 8 characters long"],
    ["Sh0rt!7", "Password must be at least 8 characters long"],
    ["12345678", "Password must contain at least one lowercase letter"],
    ["abcdefgh", "Password must contain at least one uppercase letter"],
    ["aB".repeat(65), "Password must contain at least one number"],
    [`aB1${"x".repeat(126)}`, "Password must be 128 characters or less"],
    ["aB345678", "Password must contain at least one special character"],
  ])("refuses “%s” first for: %s", (password, message) => {
    expect(problemOf(password)).toEqual([message]);
  });

  it.each(["aB3!5678", `aB3!${"x".repeat(124)}`])("takes “%s”", (password) => {
    expect(problemOf(password)).toBeUndefined();
  });
});

describe("registering", () => {
  it("takes a form that is filled in, with no emails unless they were asked for", () => {
    const read = registrationForm.parse(filledIn);
    expect(read).toMatchObject({ email: "margaret@example.com", marketingOptIn: false, acceptedTerms: true });
    expect(registrationForm.parse({ ...filledIn, marketingOptIn: "on" }).marketingOptIn).toBe(true);
  });

  it.each([
    ["firstName", undefined, "First name is required"],
    ["firstName", "   ", "First name is required"],
    ["firstName", "x".repeat(61), "First name must be 60 characters or less"],
    ["firstName", "You won £500", "First name can’t have a web address, a phone number, “@” or “£” in it"],
    [
      "lastName",
      "claim at https://prize.example",
      "Last name can’t have a web address, a phone number, “@” or “£” in it",
    ],
    ["lastName", "", "Last name is required"],
    ["email", undefined, "Email address is required"],
    ["email", " ", "Email address is required"],
    ["email", "margaret", "Please enter a valid email address"],
    ["email", "margaret@example", "Please enter a valid email address"],
    ["email", "a@b.com, eve@evil.example", "Please enter a valid email address"],
    ["email", "Group: a@b.com;", "Please enter a valid email address"],
    ["email", '"a b"@example.com', "Please enter a valid email address"],
    ["email", `${"a".repeat(250)}@b.com`, "Please enter a valid email address"],
    ["email", `${"a".repeat(65)}@b.com`, "Please enter a valid email address"],
    [
      "email",
      "mar..garet@example.com",
      "An email address can’t have two full stops together, or one just before the @ or at its start",
    ],
    [
      "email",
      "zoë@example.com",
      "We can’t send email to an address with accents or other scripts before the @. Please enter another",
    ],
    ["email", "margaret\ue000@example.com", "Please enter a valid email address"],
    ["password", "", "Password is required"],
    ["password", "Sh0rt!", "Password must be at least 8 characters long"],
    ["confirmPassword", `${PASSWORD}x`, "Passwords do not match"],
    ["acceptedTerms", undefined, "You must accept the Terms & Conditions and Privacy Policy"],
    ["acceptedPrivacy", undefined, "You must accept the Terms & Conditions and Privacy Policy"],
    ["acceptedTerms", "yes", "You must accept the Terms & Conditions and Privacy Policy"],
  ])("with %s %j gives %j", (field, value, sentence) => {
    const problems = problemsWith({ [field]: value });
    expect(problems.filter(([path]) => path === field)).toEqual([[field, sentence]]);
  });

  it("reports errors in the order of the form", () => {
    const input = registrationForm.safeParse({});
    const fields = input.success ? [] : input.error.issues.map((issue) => issue.path[0]);
    expect(fields.slice(0, 5)).toEqual(["firstName", "lastName", "email", "password", "confirmPassword"]);
  });

  it("makes names one line without invisible characters", () => {
    const read = registrationForm.parse({ ...filledIn, firstName: " Mar\u202egaret\r\nBcc: x\u0000 " });
    expect(read.firstName).toBe("Margaret Bcc: x");
  });

  it("takes nothing that was not asked for", () => {
    const read = registrationForm.parse({ ...filledIn, role: "super_admin", emailVerifiedAt: "1", id: "x" });
    expect(Object.keys(read).sort()).toEqual([
      "acceptedPrivacy",
      "acceptedTerms",
      "confirmPassword",
      "email",
      "firstName",
      "lastName",
      "marketingOptIn",
      "password",
    ]);
  });
});

describe("signing in", () => {
  it("asks for both fields", () => {
    for (const form of [{}, { email: "a@b.com" }, { password: "x" }]) {
      const read = signInForm.safeParse(form);
      expect(read.error?.issues[0]?.message).toBe("Please fill in all fields");
    }
  });

  it("reads an address as registering does", () => {
    const read = (email: string) => signInForm.parse({ email, password: "x" }).email;
    expect(read(" ren\u0065\u0301@example.com ")).toBe("ren\u00e9@example.com");
    expect(read("mailto:ann@bücher.example")).toBe("ann@xn--bcher-kva.example");
  });

  it("never hashes a password of a million characters", () => {
    const read = signInForm.safeParse({ email: "a@b.com", password: "x".repeat(1_000_000) });
    expect(read.error?.issues[0]?.message).toBe("Login failed. Please check your credentials.");
  });
});

describe("the code from the email", () => {
  it.each(["123456", " 123 456 ", "123-456", "Code: 123456", "１２３４５６", "123\u200b456"])(
    "may be typed as %j",
    (code) => {
      expect(codeForm.parse({ code }).code).toBe("123456");
    },
  );

  it.each([undefined, "", "12345", "1234567", "abcdef", "1".repeat(1001)])("%j is not one", (code) => {
    const read = codeForm.safeParse({ code });
    expect(read.error?.issues[0]?.message).toBe("Please enter a valid 6-digit verification code");
  });
});
