import { expect, it } from "vitest";
import { enquiryBody } from "~/domain/backoffice/enquiries/enquiry-mailto";

const readAgain = (message: string) =>
  decodeURIComponent(enquiryBody({ name: "Jean & Co", email: "jean@x.example", message }));

it("brings name, email and message, each line with the end that an email has", () => {
  const expected = "Name: Jean & Co\r\nEmail: jean@x.example\r\n\r\nMessage:\r\none\r\ntwo\r\nthree\r\nfour";
  expect(readAgain("one\ntwo\r\nthree\rfour")).toBe(expected);
});

it("replaces half of a character, of which no link can be made", () => {
  expect(readAgain("a \ud83e b")).toMatch(/a \ufffd b$/);
});
