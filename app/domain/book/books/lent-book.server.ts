import { join, relative } from "node:path";
import type { StoringAddress } from "~/adapters/storage/contract";
import type { BookInput } from "../layout/layout";
import { ARTWORK_ROLES, type BookArtwork } from "../typesetting/print-artwork";
import type { BookContent, BookFile } from "./book-files.server";
import type { BookPhotos } from "./photo-gathering.server";

/** What a machine without the database is given of a book: what is printed, and where its files are fetched and stored. */

export interface LentBook {
  readonly kind: BookPhotos["kind"];
  readonly input: Omit<BookInput, "options"> & {
    readonly options: Omit<BookInput["options"], "doublePagePhotos"> & { readonly doublePagePhotos: Choices };
  };
  /** Below the folder of public files, which every machine of a release has. */
  readonly artwork: BookArtwork;
  /** Where each photo is fetched, in this edition's size and in the smallest. */
  readonly photos: readonly { readonly id: string; readonly file: string; readonly small: string }[];
  readonly store: Readonly<Record<BookFile, StoringAddress>>;
  /** Whether the pages in the other size of type are counted too. */
  readonly countsOther: boolean;
}

type Choices = readonly (readonly [number, "one" | "two"])[];

const folder = () => join(process.cwd(), "public");

function mapArtwork(artwork: BookArtwork, change: (path: string) => string): BookArtwork {
  const changed = ARTWORK_ROLES.map((role) => [role, artwork[role] === null ? null : change(artwork[role])] as const);
  return Object.fromEntries(changed) as BookArtwork;
}

/** The content of a book as JSON can hold it. */
export function asLent({ input, artwork }: Omit<BookContent, "photos">): Pick<LentBook, "input" | "artwork"> {
  const { options } = input;
  const doublePagePhotos = [...(options.doublePagePhotos ?? [])];
  return {
    input: { ...input, options: { ...options, doublePagePhotos } },
    artwork: mapArtwork(artwork, (path) => relative(folder(), path)),
  };
}

/** The same content on the machine that makes the book. */
export function fromLent({ input, artwork }: Pick<LentBook, "input" | "artwork">): Omit<BookContent, "photos"> {
  const { options } = input;
  return {
    input: { ...input, options: { ...options, doublePagePhotos: new Map(options.doublePagePhotos) } },
    artwork: mapArtwork(artwork, (path) => join(folder(), path)),
  };
}
