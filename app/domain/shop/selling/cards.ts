import type { JourneyType, LoopType } from "~/domain/diary/catalogue/catalogue";
import { type ExampleWeek, type Kind, kinds } from "../../../content/content";

/** The text about a loop on its card: one or two sentences, then three or four short bullets. */
export type Card = Kind["purchase"];

type TypeName = Pick<LoopType, "themeId" | "key">;

/** What is written of a type that is in the catalogue. @throws RangeError for any other. */
export function kindOf(themeId: string, key: string): Kind {
  const kind = kinds.find((one) => one.theme === themeId && one.key === key);
  if (!kind) throw new RangeError(`There is no ${themeId}/${key}.`);
  return kind;
}

/**
 * The text on a type's card. A giver sees the gift text; someone redeeming a voucher will write the loop, so they see
 * the purchaser's text, which therefore does not mention payment.
 */
export function describeLoopType(type: TypeName, journey: JourneyType): Card {
  const { gift, purchase } = kindOf(type.themeId, type.key);
  return journey === "gift" ? gift : purchase;
}

/** A fictional week 1, shown before purchase, of a type that has one. */
export function exampleOf(type: TypeName): ExampleWeek | null {
  const { example, diary } = kindOf(type.themeId, type.key);
  return (example === "diary" ? diary?.find(({ week }) => week === 1) : example) ?? null;
}
