import { expect, it } from "vitest";
import { data } from "~/domain/privacy/exports/archive-page";
import { folderNameOf } from "~/domain/privacy/exports/file-names";

it.each([
  ["title", null, ""],
  ["title", undefined, ""],
  ["title", "", ""],
  ["accountId", "a1", ""],
  ["sentAt", new Date("2026-07-01T08:30:00Z"), "<dt>Sent</dt><dd>1 July 2026 at 09:30</dd>"],
  ["isTest", true, "<dt>Is test</dt><dd>yes</dd>"],
  ["isTest", false, "<dt>Is test</dt><dd>no</dd>"],
  ["totalPence", 6999, "<dt>Total</dt><dd>£69.99</dd>"],
  ["quantity", 6999, "<dt>Quantity</dt><dd>6999</dd>"],
  ["deliveryDay", "2026-11-27", "<dt>Delivery</dt><dd>27 November 2026</dd>"],
  ["title", "2026-11-27", "<dt>Title</dt><dd>2026-11-27</dd>"],
  ["pauses", [1], "<dt>Pauses</dt><dd>[1]</dd>"],
])("a page of one’s data shows %s %s as “%s”", (name, value, shown) => {
  expect(data({ [name]: value })).toBe(shown && `<dl>${shown}</dl>`);
});

it.each([
  ["Our Wedding Year", "our-wedding-year"],
  ["今週", "my-loop"],
  ["", "my-loop"],
])("a year called “%s” is in the folder %s", (title, folder) => {
  expect(folderNameOf(title)).toBe(folder);
});
