import { type Company, whereToWrite } from "~/domain/kernel/company/company";
import type { WrittenPage } from "~/domain/kernel/company/written-page";

/** Our goals and measures, and where to complain: Equality Act 2010; WCAG 2.2, level AA. */
export function accessibilityCopy(company: Company): WrittenPage {
  return {
    title: "Accessibility",
    lead: "Everyone should be able to use Loop. If something makes that hard for you, we’d like to know.",
    changedOn: "2026-11-23",
    passages: [
      {
        id: "aim",
        heading: "Our aim",
        paragraphs: [
          "We build these pages to the Web Content Accessibility Guidelines, version 2.2, level AA. We check this ourselves; no outside body has audited the site.",
        ],
      },
      {
        id: "how",
        heading: "What you can do",
        paragraphs: ["You should be able to:"],
        list: [
          "do everything with just a keyboard, and see where you are",
          "do everything without JavaScript, on a slow connection or an old browser",
          "enlarge the text to 200%, or use a narrow screen, without losing anything",
          "use a screen reader: headings, labels and buttons have names, and pictures that matter are described",
          "see what went wrong in a form in a list at the top and beside the field, with what you typed still there",
          "tell things apart without seeing colour",
          "stop anything that moves; if your device asks for less motion, it doesn’t start",
        ],
      },
      {
        id: "limits",
        heading: "Where it falls short",
        paragraphs: ["Some things don’t work as well as they should:"],
        list: [
          "The photos in a loop are described only by their captions.",
          "The book is printed on paper. You can also download everything in it and read it on a screen.",
          "Part of the page where you give your card details belongs to our payment provider.",
        ],
      },
      {
        id: "tell-us",
        heading: "Tell us",
        paragraphs: [
          `If you can’t use something, or need a page in another format, write to ${whereToWrite(company)}. Tell us which page it was and what you were trying to do. A sentence is enough.`,
        ],
      },
      {
        id: "further",
        heading: "If we don’t put it right",
        paragraphs: [
          "If you’re not happy with our answer, the Equality Advisory and Support Service advises people in England, Scotland and Wales: equalityadvisoryservice.com or 0808 800 0082. In Northern Ireland it is the Equality Commission: equalityni.org.",
        ],
      },
    ],
  };
}
