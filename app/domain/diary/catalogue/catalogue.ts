/**
 * The catalogue: four themes, fifteen types of loop, and a sixteenth, Classic, that is in no list and sold on its own
 * page. A type is identified permanently by its theme and key, because loops, orders and vouchers store them; so an
 * entry is retired by making it inactive and is never removed or renamed. Finding works for every type that ever
 * existed; listing and offering only for what can be chosen today. The catalogue contains no prices.
 */
import { celebrationLoopTypes, celebrationTheme } from "./celebration";
import { classicLoopTypes, classicTheme } from "./classic";
import { educationLoopTypes, educationTheme } from "./education";
import { familyLoopTypes, familyTheme } from "./family";
import type { JourneyType, LoopType, LoopTypeDescription, LoopTypeEntry, Theme, ThemeId } from "./loop-type";
import { petLoopTypes, petTheme } from "./pet";

export type {
  JourneyType,
  LoopType,
  LoopTypeDescription,
  LoopTypeExample,
  Theme,
  ThemeId,
} from "./loop-type";

const shelves: readonly { theme: Theme; entries: readonly LoopTypeEntry[] }[] = [
  { theme: celebrationTheme, entries: celebrationLoopTypes },
  { theme: familyTheme, entries: familyLoopTypes },
  { theme: educationTheme, entries: educationLoopTypes },
  { theme: petTheme, entries: petLoopTypes },
  { theme: classicTheme, entries: classicLoopTypes },
];

const themes: readonly Theme[] = shelves.map((shelf) => shelf.theme).sort(bySortOrder);
const loopTypes: readonly LoopType[] = shelves.flatMap(({ theme, entries }) =>
  entries.map((entry) => ({
    ...entry,
    productId: `loop-${theme.id}-${entry.key}`,
    themeId: theme.id,
    hidden: theme.hidden,
    hasExample: entry.example !== null,
  })),
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
  return loopTypes
    .filter((type) => type.themeId === choice.themeId && !type.hidden && isOffered(type, choice.journey))
    .sort(bySortOrder);
}

/** Every type, also hidden ones, whose own or whose theme’s name holds these words. */
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

/** Whether this journey may choose this type today; checked again before money or a voucher is taken. */
export function isOffered(type: LoopType, journey: JourneyType): boolean {
  return type.active && type.journeys[journey];
}

/**
 * The text on a type's card. A giver sees the gift text; someone redeeming a voucher will write the loop, so they see
 * the purchaser's text, which therefore does not mention payment.
 */
export function describeLoopType(type: LoopType, journey: JourneyType): LoopTypeDescription {
  return journey === "gift" ? type.gift : type.purchase;
}

function bySortOrder(one: { sortOrder: number }, other: { sortOrder: number }): number {
  return one.sortOrder - other.sortOrder;
}
