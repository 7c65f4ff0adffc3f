import { type Company, whereToWrite } from "./company";
import type { WrittenPage } from "./passage";

/** Our goals and measures, and where to complain: Equality Act 2010; WCAG 2.2, level AA. */
export function accessibilityCopy(company: Company): WrittenPage {
  return {
    title: "Accessibility",
    lead: "Anybody should be able to keep a year. If something here is in your way, we’d like to hear about it.",
    changedOn: "2026-11-21",
    passages: [
      {
        id: "aim",
        heading: "What we aim at",
        paragraphs: [
          "We build these pages to the Web Content Accessibility Guidelines, version 2.2, level AA. That is our own aim and our own checking; no outside body has audited the site.",
        ],
      },
      {
        id: "how",
        heading: "What we do for it",
        paragraphs: ["You should be able to:"],
        list: [
          "do everything with a keyboard alone, and see where you are",
          "do everything without JavaScript, on a slow line or an old browser",
          "enlarge the text to 200 per cent, or read on a narrow screen, without losing anything",
          "use a screen reader: headings, labels and buttons have names, and pictures that say something say it in words as well",
          "learn what went wrong in a form from a list at the top and beside the field, with what you typed kept",
          "tell things apart without relying on colour",
          "stop what moves by itself; if your device asks for less motion, it doesn’t start",
        ],
      },
      {
        id: "limits",
        heading: "Where it falls short",
        paragraphs: ["Some things we can’t do well, or at all:"],
        list: [
          "The photos in a loop are described only as far as their captions describe them.",
          "The printed book is print on paper. Everything in it can also be downloaded and read on a screen.",
          "The page on which you give your card details belongs in part to our payment provider.",
        ],
      },
      {
        id: "tell-us",
        heading: "Tell us",
        paragraphs: [
          `If you can’t use something, or need a page in another form, write to ${whereToWrite(company)}. Say which page it was and what you were trying to do. A sentence is enough; you needn’t explain yourself.`,
        ],
      },
      {
        id: "further",
        heading: "If we don’t put it right",
        paragraphs: [
          "The Equality Advisory and Support Service advises people in England, Scotland and Wales: equalityadvisoryservice.com or 0808 800 0082. In Northern Ireland it is the Equality Commission: equalityni.org.",
        ],
      },
    ],
  };
}
