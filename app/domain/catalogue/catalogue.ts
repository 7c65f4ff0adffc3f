/**
 * The catalogue: four themes, fifteen types of loop, and a sixteenth, Classic, that stands in no list and is
 * sold on a page of its own. A type is known for ever by its theme and key, because loops, orders and vouchers
 * remember those two words; so entries are retired by making them inactive and are never removed or renamed.
 * Finding answers for every type there has ever been; listing and offering answer only for what may be chosen
 * today. The catalogue says what a loop is and never what it costs.
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

/** The themes a customer can choose from, in the order they stand on the shelf. */
export function listThemes(): readonly Theme[] {
  return themes.filter((theme) => !theme.hidden);
}

/** The theme of that id, hidden or not; undefined for anything else, so an id from an address may be passed as it came. */
export function findTheme(id: string): Theme | undefined {
  return themes.find((theme) => theme.id === id);
}

/** The types of one theme that this journey may choose today, in their order; an empty list for a hidden theme. */
export function listLoopTypes(choice: { themeId: ThemeId; journey: JourneyType }): readonly LoopType[] {
  return loopTypes
    .filter((type) => type.themeId === choice.themeId && !type.hidden && isOffered(type, choice.journey))
    .sort(bySortOrder);
}

/** The type of that theme and key, whether or not it can still be chosen; undefined for any other pair. */
export function findLoopType(themeId: string, key: string): LoopType | undefined {
  return loopTypes.find((type) => type.themeId === themeId && type.key === key);
}

/** Whether this journey may take this type today: asked again before money or a voucher is taken. */
export function isOffered(type: LoopType, journey: JourneyType): boolean {
  return type.active && type.journeys[journey];
}

/**
 * The words on a type's card. A giver reads the gift words; someone redeeming a voucher is about to fill the
 * loop in and reads what a purchaser reads, which is why those words speak of no payment.
 */
export function describeLoopType(type: LoopType, journey: JourneyType): LoopTypeDescription {
  return journey === "gift" ? type.gift : type.purchase;
}

function bySortOrder(one: { sortOrder: number }, other: { sortOrder: number }): number {
  return one.sortOrder - other.sortOrder;
}
