import { describe, expect, it, onTestFinished } from "vitest";
import { addressProblem, askForAccents, canonicalAddress } from "~/domain/kernel/text/email-addresses";

/** A domain of so many letters, in parts of 60 and less. */
const domainOf = (length: number) => `${`${"a".repeat(60)}.`.repeat(10).slice(0, length - 4)}.com`;

describe("an email address", () => {
  it("may have a domain of 253 characters, 64 before the @ and 254 in all", () => {
    expect(canonicalAddress(`ann@${domainOf(253).toUpperCase()}`)).toBe(`ann@${domainOf(253)}`);
    expect(canonicalAddress(`ann@${domainOf(254).toUpperCase()}`)).toBe(`ann@${domainOf(254).toUpperCase()}`);
    expect(addressProblem(`${"a".repeat(64)}@example.com`)).toBeNull();
    expect(addressProblem(`${"a".repeat(64)}@${domainOf(189)}`)).toBeNull();
    expect(addressProblem(`${"a".repeat(64)}@${domainOf(190)}`)).toBe("format");
  });

  it.each([
    ["Ann@Bücher.Example", "Ann@xn--bcher-kva.example"],
    ["ann@xn--bcher-kva.example", "ann@xn--bcher-kva.example"],
    ["ann@faß.example", "ann@xn--fa-hia.example"],
    ["ann@例え。テスト", "ann@xn--r8jz45g.xn--zckzah"],
    ["zoe\u0308@example.com", "zoë@example.com"],
    ["Ann.ZOË@example.com", "ann.zoë@example.com"],
    ["ann@not a domain", "ann@not a domain"],
    ["ann@ex%61mple.com", "ann@ex%61mple.com"],
    ["ann", "ann"],
  ])("%s has one form, %s", (typed, one) => {
    expect(canonicalAddress(typed)).toBe(one);
  });

  it.each(["ann@example.com", "o'neil+loop@mail.example.co.uk", "a@xn--bcher-kva.example", "a.b.c@x-y.example"])(
    "%s can be delivered",
    (address) => expect(addressProblem(address)).toBeNull(),
  );

  it.each([
    ["", "format"],
    ["@example.com", "format"],
    ["ann@example", "format"],
    ["ann@127.0.0.1", "format"],
    ["ann@-x.example", "format"],
    ["ann@a_b.example", "format"],
    ["a b@example.com", "format"],
    [`${"a".repeat(65)}@example.com`, "format"],
    [`ann@${"a".repeat(64)}.example`, "format"],
    [`${"é".repeat(33)}@example.com`, "format"],
    [".ann@example.com", "dots"],
    ["ann.@example.com", "dots"],
    ["a..b@example.com", "dots"],
    ["zoë@example.com", "accents"],
    ["аnn@example.com", "accents"],
  ])("nothing can be delivered to %j, because of its %s", (address, problem) => {
    expect(addressProblem(address)).toBe(problem);
  });

  it("may have accents before the @ where our relay takes them", () => {
    askForAccents(() => true);
    onTestFinished(() => askForAccents(() => false));
    expect(addressProblem("zoë@example.com")).toBeNull();
    expect(addressProblem("zoë..m@example.com")).toBe("dots");
  });
});
