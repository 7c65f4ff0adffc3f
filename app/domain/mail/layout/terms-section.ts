import type { WrittenPage } from "~/domain/kernel/company/written-page";
import * as part from "./email-parts";

/**
 * The terms an order was made under, as text in its confirmation: what a buyer is told must reach them on something they
 * can keep (Consumer Contracts Regulations 2013, reg. 16).
 */

const title = ({ title: name }: WrittenPage) => `${name} of this order`;

export function termsAsText(terms: WrittenPage): string[] {
  return [
    title(terms).toUpperCase(),
    ...terms.passages.map(({ heading, paragraphs, list = [] }) =>
      [heading, ...paragraphs, ...list.map((item) => `- ${item}`)].join("\n\n"),
    ),
  ];
}

export function termsAsHtml(terms: WrittenPage): string[] {
  return [
    part.heading(title(terms)),
    ...terms.passages.flatMap(({ heading, paragraphs, list = [] }) => [
      part.smallHeading(heading),
      ...[...paragraphs, ...list].map(part.smallPrint),
    ]),
  ];
}
