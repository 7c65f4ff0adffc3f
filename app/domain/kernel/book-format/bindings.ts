/**
 * The two bindings that a book is made in. Every book is sold as a luxury hardback, so a binding is named by its cover, in
 * the shop and on the printer's ticket alike. Rows, addresses and forms keep the keys.
 */

export const BINDINGS = ["standard", "luxury"] as const;
/** Standard has its cloth colour printed all over; luxury is leather, stamped with one foil. */
export type Binding = (typeof BINDINGS)[number];

/** What every book is. */
export const SOLD_AS = "luxury hardback";

interface BindingWords {
  readonly name: string;
  /** What a copy is sold as: the printer's ticket says the same. */
  readonly about: string;
  /** How it is packed. */
  readonly packing: string;
  /** In the names of files. */
  readonly file: string;
  readonly materials: CaseMaterials;
}

/** What a case is made of, in a bookbinder's terms; null where a case has none. */
export interface CaseMaterials {
  readonly covering: string;
  readonly colour: string | null;
  readonly lamination: string | null;
  readonly foil: string | null;
  readonly headbands: string;
}

export const BINDING_WORDS: Readonly<Record<Binding, BindingWords>> = {
  standard: {
    name: "Printed cover",
    about: "Photo paper, hardcover, standard packaging",
    packing: "standard packaging",
    file: "printed-cover",
    materials: {
      covering: "printed paper, as the cover file",
      colour: null,
      lamination: "matt",
      foil: null,
      headbands: "white",
    },
  },
  luxury: {
    name: "Leather cover",
    about: "Premium paper, leather-bound, gift box, your title stamped in foil",
    packing: "gift box",
    file: "leather-cover",
    // As in the shop's picture of it.
    materials: {
      covering: "leather",
      colour: "dark brown",
      lamination: null,
      foil: "gold, front, spine and back, as the cover file",
      headbands: "gold",
    },
  },
};

/** The binding of the book that comes with a loop. */
export const BINDING_OF_A_LOOP: Binding = "standard";

/** The binding of a row: what was sold before there were two is the printed one. */
export function bindingOf(word: string | null): Binding {
  return BINDINGS.find((one) => one === word) ?? BINDING_OF_A_LOOP;
}

/** "Luxury hardback, leather cover" */
export function bindingInFull(binding: Binding): string {
  return `Luxury hardback, ${BINDING_WORDS[binding].name.toLowerCase()}`;
}

/** As an order's line says it after the title: "luxury hardback with a leather cover". */
export function nameOfCopy(binding: Binding): string {
  return `${SOLD_AS} with a ${BINDING_WORDS[binding].name.toLowerCase()}`;
}

/** "1 with a printed cover, 2 with a leather cover"; empty for none. */
export function countBindings(books: readonly { readonly binding: Binding; readonly copies: number }[]): string {
  return books.map(({ binding, copies }) => `${copies} with a ${BINDING_WORDS[binding].name.toLowerCase()}`).join(", ");
}
