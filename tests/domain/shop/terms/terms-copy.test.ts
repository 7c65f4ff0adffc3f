import { describe, expect, it } from "vitest";
import { OPENING_PRICES } from "~/domain/diary/catalogue/prices";
import { PRIVATE_MATTERS } from "~/domain/diary/entries/private-matters";
import type { WrittenPage } from "~/domain/kernel/company/written-page";
import { layOutEmail, type Seller } from "~/domain/mail/layout/email-layout";
import { accountOpened } from "~/domain/people/staff/staff-emails";
import { privacyCopy } from "~/domain/shop/terms/privacy-copy";
import { termsCopy } from "~/domain/shop/terms/terms-copy";
import { giftForYou } from "~/domain/shop/vouchers/gift-emails";

const seller: Seller = {
  name: "Loop Journals Ltd",
  email: "hello@loop.example",
  address: "1 Selvedge Row, Leeds LS1 4AB",
  number: "12345678",
  registeredIn: "England and Wales",
  phone: "0113 496 0000",
  vatNumber: null,
  printerCountry: "Lithuania",
  origin: "https://loop.example",
};

const saidIn = ({ passages }: WrittenPage, id: string) =>
  passages
    .filter((passage) => passage.id === id)
    .flatMap(({ paragraphs, list = [] }) => [...paragraphs, ...list])
    .join(" ");

describe("the terms", () => {
  const terms = termsCopy(seller, OPENING_PRICES);

  it.each([
    ["ordering", "fill in your email address, where the book goes and how you pay, on one page or step by step"],
    ["ordering", "you can change everything you’ve typed or chosen"],
    ["ordering", "the terms you ordered under"],
    ["prices", "the contract are in English"],
    ["digital", "in your account, from the day your year starts: each week opens on its first day"],
    ["delivery", "The delivery period we agree with you is two weeks from the day you send the proof to print."],
    ["leaving", "an account that nobody has signed in to for five years"],
    ["leaving", "We’ll email you at least 60 days before"],
    ["law", "the name and website of an approved dispute resolution body"],
    ["who-we-are", "Loop Journals Ltd, company number 12345678, registered in England and Wales"],
  ])("say under %s: %s", (id, said) => {
    expect(saidIn(terms, id)).toContain(said);
  });
});

describe("terms and privacy policy", () => {
  it("say the same of a complaint: from which day, how many days, who answers", () => {
    const [terms, privacy] = [
      saidIn(termsCopy(seller, OPENING_PRICES), "law"),
      saidIn(privacyCopy(seller), "complaints"),
    ];
    for (const said of [terms, privacy])
      expect(said).toContain("A person reads every complaint. Within 30 days of the day it reaches us, they confirm");
  });
});

describe("the privacy policy", () => {
  it("names the country of the printer where it is known, and none where it is not", () => {
    expect(saidIn(privacyCopy(seller), "who-helps")).toContain("which prints in this country: Lithuania, and");
    const unknown = saidIn(privacyCopy({ ...seller, printerCountry: null }), "who-helps");
    expect(unknown).toContain("A printer and a carrier");
    expect(unknown).not.toContain("null");
  });

  it("tells of what a bank is sent in a dispute", () => {
    expect(saidIn(privacyCopy(seller), "who-helps")).toContain("Your bank, if you ask it to take a payment back.");
  });

  it("quotes what a writer agrees to by saving a week", () => {
    expect(saidIn(privacyCopy(seller), "needed")).toContain(PRIVATE_MATTERS);
  });
});

describe("an email", () => {
  const opened = { firstName: "Ada", email: "ada@loop.example", passwordUrl: "", termsUrl: "" };

  it("links the privacy policy, whatever it is about, in both of its parts", () => {
    const { text, html } = layOutEmail(accountOpened(opened), seller);
    expect(text).toContain("Privacy policy: https://loop.example/privacy");
    expect(html).toContain('<a href="https://loop.example/privacy"');
  });

  it("with a gift says who gave us the address", () => {
    const gift = giftForYou({
      ...{ recipientName: "Maya", giverName: "Jean", message: null, keepMessage: (line: string) => line },
      ...{
        code: "K7QM-4XPD-92HR",
        lastDay: "20 November 2027",
        loopName: null,
        theme: null,
        firstName: "Maya",
      },
      ...{ redeemUrl: "https://loop.example/r", redeemAt: "loop.example/redeem", giftsUrl: "" },
    });
    expect(layOutEmail(gift, seller).text).toContain("Jean asked us to send you this and gave us your email address.");
  });
});
