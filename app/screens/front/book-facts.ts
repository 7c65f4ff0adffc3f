import { BOOK_FORMAT, PAGES_OF_A_FULL_YEAR } from "~/domain/kernel/book-format/format";

const cm = (millimetres: number) => millimetres / 10;

export const BOOK_WIDTH = `${cm(BOOK_FORMAT.trimWidth)} cm`;
export const BOOK_HEIGHT = `${cm(BOOK_FORMAT.trimHeight)} cm`;
export const BOOK_SIZE = `${cm(BOOK_FORMAT.trimWidth)} × ${BOOK_HEIGHT}`;
export const ABOUT_PAGES = `About ${PAGES_OF_A_FULL_YEAR} pages`;
