import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type FormField, fieldsOfForms } from "./form-fields";

/**
 * What people type goes through the cleaner of `app/domain/kernel/text`: each field of each form makes the same of a value
 * and of the same value as it is pasted. A new field that reads its text in another way is found here.
 */

/** The kinds of fields, by their names: a value that is right, and how the same value is pasted. */
const KINDS: { named: RegExp; values: string[]; pasted: (value: string) => string[] }[] = [
  {
    named: /email$/i,
    values: ["ann@example.com"],
    pasted: (value) => [`mailto:${value}?subject=Hello`, `Ann Bell <${value}>`, `“${value}”,`, wide(value)],
  },
  { named: /^postcode$/, values: ["HX7 8AB"], pasted: (value) => [wide(value), `(${value})`, "hx78ab"] },
  {
    named: /code$/i,
    values: ["123456", "K7QM-4XPD-92HR"],
    pasted: (value) => [wide(value), `“${value}”`],
  },
  { named: /phone$/i, values: ["07700 900123"], pasted: (value) => [wide(value)] },
  {
    named: /day$|^(?:expires|starts)On$|pence$|^(?:count|quantity|weeks|amount|cost|goodwill)$|value$/i,
    values: ["12", "2026-12-01", "6.50"],
    pasted: (value) => [wide(value)],
  },
];

const ANYTHING = ["Anna Bell", "Anna Bell is here", "anna-bell", "123456", "SC123456", "Scotland", "12", "2026-12-01"];

/** The ids and choices that our own pages write into a form. */
const OURS = ["item", "colleague", "loop", "type", "seen", "lineId", "handover", "line"];
/** Chosen from a list, or a list itself: no value of the table fits. And a maker of fields, without its arguments. */
const CHOSEN =
  /[. ](?:optionalLine|lineIfSent|openingForm\.reason|weeklyEmailForm\.day|why|cause|carrier|currency|handover|isDefault|journeyType|judgement|lines|loop|moment|payer|role|type|voucher)$/;
/** Validated with the country of its form. */
const ELSEWHERE = "app/domain/people/addresses/forms.ts apiAddressForm.postcode";
/** What an owner writes stays as it was written; the book leaves out what can’t be printed. */
const PROSE = ["dedication"];

const wide = (value: string) => value.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

/** As it comes from a chat, a table or a page. */
const invisibly = (value: string) => [
  `\u200b\ufeff ${value}\u00a0\u2060`,
  `\u202d${value}\u202c`,
  `${value.slice(0, 2)}\u200b${value.slice(2, 4)}\u00ad${value.slice(4)}`,
  `${value}\u200d\u200f`,
];

const keyOf = ({ name }: FormField) => name.split(/[. ]/).at(-1) ?? "";
const isPassword = (field: FormField) => /password$/i.test(keyOf(field));

/** A value that a field takes, and its kind. */
function valueFor(field: FormField) {
  const kind = KINDS.find(({ named }) => named.test(keyOf(field)));
  const isText = (value: string) => ["string", "number"].includes(typeof field.field.safeParse(value).data);
  return { kind, value: [...(kind?.values ?? []), ...ANYTHING].find(isText) };
}

/** What a field makes of a pasted value and should not; empty where it makes the value itself of it. */
function misread(field: FormField): string[] {
  const { kind, value } = valueFor(field);
  if (value === undefined) return [];
  const special = kind?.values.includes(value) ? kind.pasted(value) : [];
  const meant = field.field.safeParse(value).data;
  return [...invisibly(value), ...special].filter((pasted) => field.field.safeParse(pasted).data !== meant);
}

describe("every field of every form", async () => {
  const fields = await fieldsOfForms();
  const typed = fields.filter(
    (field) => !isPassword(field) && ![...OURS, ...PROSE].includes(keyOf(field)) && field.name !== ELSEWHERE,
  );

  it("reads what was pasted as what was meant", () => {
    const wrong = typed.flatMap((field) => misread(field).map((pasted) => [field.name, pasted]));
    expect(wrong).toEqual([]);
    const names = typed.map(keyOf).join(" ");
    for (const { named } of KINDS) expect(names.split(" ").some((name) => named.test(name))).toBe(true);
  });

  it("has a value to paste, unless it is chosen or ticked", () => {
    const isSelected = ({ field }: FormField) => field.safeParse("on").data === true;
    const untried = typed.filter((field) => valueFor(field).value === undefined && !isSelected(field));
    expect(untried.map(({ name }) => name).filter((name) => !CHOSEN.test(name))).toEqual([]);
  });

  it("would find a field that trims its text itself", () => {
    for (const name of ["planted.email", "planted.postcode", "planted.voucherCode", "planted.nickname"])
      expect(misread({ name, field: z.string().trim() })).not.toEqual([]);
  });

  it("leaves a password as it was typed", () => {
    const passwords = fields.filter(isPassword);
    expect(passwords.length).toBeGreaterThan(8);
    const secret = " Two-feet\u200b-ａt-4am\u00ad ";
    for (const { name, field } of passwords) expect([name, field.safeParse(secret).data]).toEqual([name, secret]);
  });

  it("writes one mailbox in one way, wherever it is typed", () => {
    const takes = ({ field }: FormField) => field.safeParse("ann@example.com").data === "ann@example.com";
    const emails = typed.filter((field) => /email$/i.test(keyOf(field)) && takes(field));
    expect(emails.length).toBeGreaterThan(15);
    for (const { name, field } of emails)
      expect([name, field.safeParse("ann@Bücher.example").data]).toEqual([name, "ann@xn--bcher-kva.example"]);
  });
});
