import { readYear } from "~/content/pages";
import { SPINE_RULE } from "~/domain/book/layout/cover";
import { LONGEST_REFLECTION_WORDS } from "~/domain/diary/rules/entry-limits";
import { CANCELLATION_DAYS } from "~/domain/kernel/time/agreed-days";
import { IN_SHORT } from "~/domain/shop/order-rules/cancellation";
import { ABOUT_PAGES, BOOK_SIZE } from "./book-facts";

/** What the page of every type says. */
export const YEAR = readYear({
  aboutPages: ABOUT_PAGES,
  bookSize: BOOK_SIZE,
  cancelGift: IN_SHORT.gift,
  cancelLoop: IN_SHORT.loop,
  cancellationDays: CANCELLATION_DAYS,
  reflectionWords: LONGEST_REFLECTION_WORDS,
  spineRule: SPINE_RULE,
});
