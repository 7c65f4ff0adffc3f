import { prepareLine, prepareProse } from "~/domain/book/layout/prepared-text";
import { BOOK_COVERAGE } from "~/domain/book/typesetting/character-maps.server";
import { fitWords } from "~/domain/book/typesetting/glyph-coverage";

export interface CardWords {
  readonly recipientName: string;
  readonly giftMessage: string;
  readonly giverName: string;
}

/** Of more than these, the first say enough. */
const NAMED = 5;

function list(named: readonly string[]): string {
  const shown = named.slice(0, NAMED).join(", ");
  return named.length > NAMED ? `${shown} and more` : shown;
}

/** What of a gift's text prints otherwise on its card; null where all of it prints as it was typed. */
export function cardRemark({ recipientName, giftMessage, giverName }: CardWords): string | null {
  const words = [prepareLine(recipientName), prepareProse(giftMessage), prepareLine(giverName)];
  const { missing, plain } = fitWords(words, BOOK_COVERAGE);
  const named = list(plain.map(({ typed, printed }) => `“${typed}” as “${printed}”`));
  const lost = list(missing.map((character) => `“${character}”`));
  const sentences = [
    ...(named === "" ? [] : [`The card prints ${named}.`]),
    ...(lost === "" ? [] : [`We can’t print ${lost}, so the card leaves ${missing.length === 1 ? "it" : "them"} out.`]),
  ];
  return sentences.length === 0 ? null : sentences.join(" ");
}
