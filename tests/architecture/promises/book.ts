import { formatBareSpine, SPINE_RULE } from "~/domain/book/layout/cover";
import { BINDING_OF_A_LOOP, BINDING_WORDS, bindingInFull, nameOfCopy } from "~/domain/kernel/book-format/bindings";
import { BOOK_FORMAT, PAGES_OF_A_FULL_YEAR } from "~/domain/kernel/book-format/format";
import type { KeptPromise } from "./kept-promise";

const BINDINGS = "app/domain/kernel/book-format/bindings.ts";
const FORMAT = "app/domain/kernel/book-format/format.ts";
const COVER = "app/domain/book/layout/cover.ts";
const TERMS = "app/domain/shop/terms/terms-copy.ts";
const NAMED = "tests/domain/kernel/book-format/bindings.test.ts";
const PRINTED = "tests/domain/book/books/print-order.test.ts";
const MADE = "tests/domain/book/layout/cover.test.ts";
const PROOF = "tests/screens/loop/proof.test.ts";
const HOME = "tests/screens/front/home-inside.test.ts";

export const BOOK_PROMISES: readonly KeptPromise[] = [
  {
    says: `The book of a year is a ${nameOfCopy(BINDING_OF_A_LOOP)}.`,
    where: [
      TERMS,
      "app/screens/loop/sign-off-panel.tsx",
      "app/domain/operations/printing/printing-emails.ts",
      "app/domain/operations/printing/shipment-contents.server.ts",
    ],
    rule: `${BINDINGS}#BINDING_OF_A_LOOP`,
    triedBy: `${NAMED}#call every book a luxury hardback, and none of them standard or the luxury one`,
  },
  {
    says: `What was ordered is what the cart, the order and its email name: ${bindingInFull("luxury")}.`,
    where: [
      "app/screens/account/books-tab.tsx",
      "app/screens/checkout/checkout-data.server.ts",
      "app/domain/shop/orders/copies.server.ts",
    ],
    rule: `${BINDINGS}#bindingInFull`,
    triedBy: "tests/screens/checkout/checkout.test.ts#says between which days a copy of a finished book comes",
  },
  {
    says: `Staff pack what was sold: “1 with a ${BINDING_WORDS.standard.name.toLowerCase()}”.`,
    where: [
      ...["pick-list.tsx", "pick-list-export.tsx", "print-files.tsx", "printing-labels.tsx"].map(
        (file) => `app/hyperloop/printing/${file}`,
      ),
      "app/hyperloop/search/hit-rows.tsx",
      "app/hyperloop/settings/settings-labels.ts",
    ],
    rule: `${BINDINGS}#countBindings`,
    triedBy: `${NAMED}#count the books of a shipment`,
  },
  {
    says: `${BINDING_WORDS.luxury.about}.`,
    where: ["app/screens/account/books-tab.tsx", "app/domain/book/books/print-order.server.ts"],
    rule: `${BINDINGS}#BINDING_WORDS`,
    triedBy: `${PRINTED}#tells the printer what was sold with a leather cover, and to pack it in its gift box`,
  },
  {
    says: `${BINDING_WORDS.standard.about}.`,
    where: ["app/screens/account/books-tab.tsx", "app/domain/book/books/print-order.server.ts"],
    rule: `${BINDINGS}#BINDING_WORDS`,
    triedBy: `${PRINTED}#is a block, its case and a ticket that tells the truth about both`,
  },
  {
    says: "The leather has the book’s own title in foil; nothing is pressed to order.",
    where: ["app/screens/account/books-tab.tsx"],
    rule: `${BINDINGS}#BINDING_WORDS`,
    triedBy: `${MADE}#in luxury is a plate for foil with the book’s own title: every mark on it is black`,
  },
  {
    says: SPINE_RULE,
    where: [
      "app/screens/front/home-sections.tsx",
      "app/screens/front/year-book.tsx",
      "app/screens/account/books-tab.tsx",
      TERMS,
    ],
    rule: `${COVER}#SPINE_RULE`,
    triedBy: `${MADE}#says that a thin spine carries no title, from the same measures`,
  },
  {
    says: formatBareSpine(BOOK_FORMAT.fewestPages) ?? "",
    where: ["app/screens/loop/proof-data.server.ts", "app/domain/operations/printing/printing-emails.ts"],
    rule: `${COVER}#formatBareSpine`,
    triedBy: `${PROOF}#says before it is sent that a thin spine has no title`,
  },
  {
    says: `The book is ${BOOK_FORMAT.trimWidth / 10} × ${BOOK_FORMAT.trimHeight / 10} cm.`,
    where: [
      "app/screens/front/home-sections.tsx",
      "app/screens/front/year-book.tsx",
      "app/screens/begin/payment-ceremony.tsx",
      "app/domain/operations/printing/printing-emails.ts",
    ],
    rule: `${FORMAT}#BOOK_FORMAT`,
    triedBy: `${HOME}#is its size, its pages, the days to cancel and how to reach us`,
  },
  {
    says: `A full year has about ${PAGES_OF_A_FULL_YEAR} pages.`,
    where: ["app/screens/front/home-sections.tsx", "app/screens/front/year-book.tsx"],
    rule: `${FORMAT}#PAGES_OF_A_FULL_YEAR`,
    triedBy: "tests/domain/book/layout/layout.test.ts#come to about as many as the shop says, if every week is written",
  },
  {
    says: `We can’t bind more than ${BOOK_FORMAT.mostPages} pages.`,
    where: ["app/screens/loop/proof-data.server.ts", "app/screens/loop/sign-off.tsx"],
    rule: `${FORMAT}#canBeBound`,
    triedBy: "tests/domain/book/layout/layout.test.ts#are bound up to the printer's most, and not one leaf more",
  },
  {
    says: "Large print is 16 to 20 point, and nothing in it is under 14.",
    where: ["app/screens/loop/proof-data.server.ts"],
    rule: "app/domain/book/layout/type-steps.ts#typeTable",
    triedBy: "tests/domain/book/layout/layout.test.ts#large print has 16 points for what is read, and nothing under 14",
  },
];
