/**
 * The catalogue: the themes and types of loop that `app/content` lists, and Classic, which is in no list and sold on its
 * own page. A type is identified permanently by its theme and key, because loops, orders and vouchers store them; so an
 * entry is retired by making it inactive and is never removed or renamed. Finding works for every type that ever
 * existed; listing and offering only for what can be chosen today. The catalogue contains no prices,
 * and what sells a type is in `domain/shop`.
 */
import { kinds, themeTexts } from "~/content/content";
import type { JourneyType, LoopType, Theme, ThemeId } from "./loop-type";

export type { JourneyType, LoopType, Theme, ThemeId } from "./loop-type";

const themes: readonly Theme[] = themeTexts;
const loopTypes: readonly LoopType[] = kinds.map(
  ({ key, name, theme, active, image, order, journeys, titleExample }) => ({
    productId: `loop-${theme}-${key}`,
    key,
    displayName: name,
    themeId: theme,
    active,
    hidden: themes.some(({ id, hidden }) => id === theme && hidden),
    image,
    sortOrder: order,
    journeys: {
      purchase: journeys.includes("purchase"),
      gift: journeys.includes("gift"),
      redeem: journeys.includes("redeem"),
    },
    titleExample,
  }),
);

/** The themes a customer can choose from, in display order. */
export function listThemes(): readonly Theme[] {
  return themes.filter((theme) => !theme.hidden);
}

/** The theme with this id, hidden or not; undefined for anything else, so an unchecked id from a URL may be passed. */
export function findTheme(id: string): Theme | undefined {
  return themes.find((theme) => theme.id === id);
}

/** The types of one theme that this journey may choose today, in display order; an empty list for a hidden theme. */
export function listLoopTypes(choice: { themeId: ThemeId; journey: JourneyType }): readonly LoopType[] {
  return loopTypes.filter((type) => type.themeId === choice.themeId && !type.hidden && isOffered(type, choice.journey));
}

/** Every type, also hidden ones, whose own or whose theme’s name matches this search. */
export function loopTypesNamed(words: string): readonly LoopType[] {
  const searched = words.toLowerCase();
  return loopTypes.filter(({ themeId, displayName }) =>
    `${findTheme(themeId)?.name} ${displayName}`.toLowerCase().includes(searched),
  );
}

/** The type of that theme and key, whether or not it can still be chosen; undefined for any other pair. */
export function findLoopType(themeId: string, key: string): LoopType | undefined {
  return loopTypes.find((type) => type.themeId === themeId && type.key === key);
}

/** The name of a loop: its title, otherwise its type. */
export function nameOfLoop({ title, theme, type }: { title: string | null; theme: string; type: string }): string {
  return title ?? findLoopType(theme, type)?.displayName ?? "Untitled loop";
}

/** Whether this journey may choose this type today; checked again before money or a voucher is taken. */
export function isOffered(type: LoopType, journey: JourneyType): boolean {
  return type.active && type.journeys[journey];
}
