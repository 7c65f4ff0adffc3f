import { describe, expect, it } from "vitest";
import {
  carrierForm,
  invoiceForm,
  linesProblem,
  trackingForm,
  trackingNumberOf,
} from "~/domain/operations/printing/forms";
import { OTHER_CARRIER, trackingPage, trackingProblem } from "~/domain/operations/printing/tracking";

describe("a tracking number", () => {
  it.each([
    ["Royal Mail", "RM204877315GB"],
    ["Royal Mail", "rm 2048 7731 5gb"],
    ["Parcelforce", "PB1234567"],
    ["Parcelforce", "EE123456789GB"],
    ["Evri", "H01HAA0012345678"],
    ["A man with a van", "7"],
    ["Royal Mail", ""],
  ])("of %s may be “%s”", (carrier, number) => {
    expect(trackingProblem(carrier, number)).toBeNull();
  });

  it.each([
    ["Royal Mail", "RM20487731GB", "That’s 12 characters. Royal Mail has 13: two letters, nine digits, GB"],
    ["Royal Mail", "7", "That’s 1 character. Royal Mail has 13: two letters, nine digits, GB"],
    ["Evri", "RM204877315GB", "That’s 13 characters. Evri has 16 letters and digits"],
  ])("of %s is not “%s”", (carrier, number, sentence) => {
    expect(trackingProblem(carrier, number)).toBe(sentence);
    expect(trackingNumberOf(number, carrier)).toEqual({ ok: false, message: sentence });
  });

  it("is kept as its carrier writes it, and as it was typed for a carrier we don’t know", () => {
    expect(trackingNumberOf(" rm 2048-7731 5gb ", "Royal Mail")).toEqual({
      ok: true,
      number: "RM204877315GB",
    });
    expect(trackingNumberOf("van 7", OTHER_CARRIER)).toEqual({ ok: true, number: "van 7" });
  });

  it("has sixty characters at most", () => {
    expect(trackingNumberOf("7".repeat(60), OTHER_CARRIER).ok).toBe(true);
    expect(trackingNumberOf("7".repeat(61), OTHER_CARRIER)).toEqual({
      ok: false,
      message: "The tracking number can have up to 60 characters",
    });
  });

  it("leads to its carrier’s page, also where the carrier was typed before there was a list", () => {
    expect(trackingPage("Royal Mail", "RM204877315GB")).toContain("royalmail.com");
    expect(trackingPage("royal mail tracked 48", "RM 2048 7731 5GB")).toContain("RM204877315GB");
    expect(trackingPage("RoyalMail", "RM204877315GB")).toContain("royalmail.com");
    expect(trackingPage("A man with a van", "RM204877315GB")).toBeNull();
    expect(trackingPage("Royal Mail", "<b>")).toBeNull();
  });
});

describe("the form of an invoice", () => {
  it.each([
    ["2026-11-20", []],
    ["2026-11-19", ["Please choose a day after the first one"]],
  ])("from 20 November until %s", (untilDay, messages) => {
    const read = invoiceForm.safeParse({ supplier: "Calder Print", number: "1", fromDay: "2026-11-20", untilDay });
    expect(read.error?.issues.map(({ message }) => message) ?? []).toEqual(messages);
  });

  it("says what is wrong with its lines", () => {
    expect([
      linesProblem({ ok: false, reason: "unreadable", row: 2 }),
      linesProblem({ ok: false, reason: "empty" }),
      linesProblem({ ok: false, reason: "too_many" }),
    ]).toEqual([
      "We can’t read row 2. It needs our number, a comma and an amount",
      "Please enter the lines, or choose a file",
      "An invoice can have up to 2,000 lines",
    ]);
  });
});

describe("the forms of a carrier", () => {
  const sentences = (result: { error?: { issues: readonly { message: string }[] } }) =>
    result.error?.issues.map(({ message }) => message);

  it("ask for one of the list, or for another’s name", () => {
    expect(sentences(carrierForm.safeParse({ carrier: "" }))).toEqual(["Please choose the carrier"]);
    expect(sentences(carrierForm.safeParse({ carrier: OTHER_CARRIER, otherCarrier: " " }))).toEqual([
      "Please enter the carrier’s name",
    ]);
    expect(carrierForm.safeParse({ carrier: OTHER_CARRIER, otherCarrier: "DX" }).success).toBe(true);
    expect(carrierForm.safeParse({ carrier: "Evri" }).success).toBe(true);
  });

  it("check the number of one of the list", () => {
    const typed = { carrier: "Royal Mail", trackingNumber: "RM 1" };
    expect(sentences(trackingForm.safeParse(typed))?.[0]).toMatch(/^That’s 3 characters\. Royal Mail has/);
    expect(trackingForm.safeParse({ ...typed, carrier: OTHER_CARRIER, otherCarrier: "DX" }).success).toBe(true);
  });
});
