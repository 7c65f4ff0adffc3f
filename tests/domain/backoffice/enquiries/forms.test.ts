import { describe, expect, it } from "vitest";
import { enquiryForm } from "~/domain/backoffice/enquiries/forms";

const fitting = { name: "Rosie Hale", email: "rosie@example.com", message: "Is there a loop for twins?" };

/** An address of 251 characters and its ending: the local part has the permitted maximum of 64. */
const longAddress = (ending: string) => `${"a".repeat(64)}@${`${"a".repeat(61)}.`.repeat(3)}${ending}`;

/** The message for one field, or null if it is valid. */
function sentence(field: keyof typeof fitting, typed: string | undefined): string | null {
  const read = enquiryForm.safeParse({ ...fitting, [field]: typed });
  if (read.success) return null;
  return read.error.issues.find((issue) => issue.path[0] === field)?.message ?? null;
}

describe("what a visitor may write to the company", () => {
  it.each([
    ["name", undefined, "Name is required"],
    ["name", "", "Name is required"],
    ["name", "   ", "Name is required"],
    ["name", "<>", "Name is required"],
    ["name", "a".repeat(101), "Name must be 100 characters or less"],
    ["email", undefined, "Email is required"],
    ["email", " ", "Email is required"],
    ["email", "rosie", "Please enter a valid email address"],
    ["email", "rosie@example", "Please enter a valid email address"],
    ["email", "rosie@example.com, tom@example.com", "Please enter a valid email address"],
    ["email", longAddress("info"), "Please enter a valid email address"],
    ["message", undefined, "Message is required"],
    ["message", " \r\n ", "Message is required"],
    ["message", "Too short", "Message must be at least 10 characters"],
    ["message", "  Too short  ", "Message must be at least 10 characters"],
    ["message", "m".repeat(2001), "Message must be 2000 characters or less"],
  ] as const)("gives the %s %j its own error message", (field, typed, expected) => {
    expect(sentence(field, typed)).toBe(expected);
  });

  it.each([
    ["name", "a".repeat(100)],
    ["name", `<${"a".repeat(100)}>`],
    ["email", longAddress("com")],
    ["message", "Ten chars!"],
    ["message", "m".repeat(501)],
    ["message", "m".repeat(2000)],
  ] as const)("takes a %s at its limit", (field, typed) => {
    expect(sentence(field, typed)).toBeNull();
  });

  it("strips angle brackets from a name and keeps the rest of it", () => {
    expect(enquiryForm.parse({ ...fitting, name: " <b>Rosie</b> " }).name).toBe("bRosie/b");
  });

  it("counts a line end once, though a form sends it as two characters", () => {
    expect(sentence("message", "a\r\n".repeat(1000))).toBeNull();
    expect(enquiryForm.parse({ ...fitting, message: "One line\r\nand another" }).message).toBe("One line\nand another");
  });

  it("keeps the lines of a message and takes out what cannot be seen", () => {
    const message = "First\tline\u0000\n\nSecond\u202e line";
    expect(enquiryForm.parse({ ...fitting, message }).message).toBe("First\tline\n\nSecond line");
  });
});
