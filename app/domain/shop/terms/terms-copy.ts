import { readPage } from "~/content/pages";
import { SPINE_RULE } from "~/domain/book/layout/cover";
import type { PriceList } from "~/domain/diary/catalogue/prices";
import { BOOK_PROMISE, COPY_PROMISE, MAKING_IN_WORDS } from "~/domain/diary/loops/book-days";
import { PRINTED_ON_REQUEST } from "~/domain/diary/loops/completion";
import { NO_GAP } from "~/domain/diary/loops/printed-weeks";
import { DAYS_FROM_START_TO_DELIVERY, LATEST_DELIVERY_YEARS } from "~/domain/diary/rules/calendar";
import { BINDING_OF_A_LOOP, nameOfCopy } from "~/domain/kernel/book-format/bindings";
import { type Company, companyLines, whereToWrite } from "~/domain/kernel/company/company";
import { numberInWords } from "~/domain/kernel/text/numbers";
import { DELETION_WAIT_DAYS, IDLE_ACCOUNT_YEARS, IDLE_NOTICE_DAYS } from "~/domain/kernel/time/deletion";
import { CANCEL_WORDS, HOW_WE_REFUND, howToCancel, PRINTED_RULE, REFUND_RULES } from "../order-rules/cancellation";
import { howToChangeAddress } from "../order-rules/order-address";
import { ORDER_PLACES } from "../order-rules/order-places";
import { copyPriceTerms, loopPriceTerms } from "../order-rules/price-words";
import { SMALLEST_CHARGE_PENCE } from "../order-rules/pricing";
import { CHECKED_BEFORE_PRINT } from "../order-rules/shipments";
import { GIVER_MAY, LIKE_CASH, LONGER, ONE_LOOP, OWNER_DECIDES, VALIDITY } from "../vouchers/gift-words";
import { COMPLAINTS } from "./complaints";

/**
 * The terms of sale to consumers in the United Kingdom: Consumer Contracts Regulations 2013 (cancelling, reg. 28 to 36
 * and schedule 3), Consumer Rights Act 2015 (faulty goods, fair terms). They never reduce a statutory right.
 */
export const termsCopy = readPage<[company: Company, prices: PriceList]>("terms", {
  bookPromise: BOOK_PROMISE,
  binding: nameOfCopy(BINDING_OF_A_LOOP),
  cancelCopies: CANCEL_WORDS.book_copies,
  cancelGift: CANCEL_WORDS.gift,
  checkedBeforePrint: CHECKED_BEFORE_PRINT,
  companyLines,
  companyName: ({ name }) => name,
  complaints: COMPLAINTS,
  copyPrice: (_, prices) => copyPriceTerms(prices),
  copyPromise: COPY_PROMISE,
  daysFromStartToDelivery: DAYS_FROM_START_TO_DELIVERY,
  deletionWaitDays: numberInWords(DELETION_WAIT_DAYS),
  email: ({ email }) => email,
  giverMay: GIVER_MAY,
  howToCancel: howToCancel(null),
  howToChangeAddress: howToChangeAddress("anybody"),
  howWeRefund: HOW_WE_REFUND,
  idleAccountYears: numberInWords(IDLE_ACCOUNT_YEARS),
  idleNoticeDays: IDLE_NOTICE_DAYS,
  latestDeliveryYears: numberInWords(LATEST_DELIVERY_YEARS),
  likeCash: LIKE_CASH,
  longer: LONGER,
  loopDelivery: (_, prices) => loopPriceTerms(prices).delivery,
  loopPrice: (_, prices) => loopPriceTerms(prices).price,
  makingTime: MAKING_IN_WORDS,
  noGap: NO_GAP,
  oneLoop: ONE_LOOP,
  orderPlaces: ORDER_PLACES.anybody,
  ownerDecides: OWNER_DECIDES,
  printedOnRequest: PRINTED_ON_REQUEST,
  printedRule: PRINTED_RULE,
  refundRules: Object.values(REFUND_RULES),
  smallestChargePence: SMALLEST_CHARGE_PENCE,
  spineRule: SPINE_RULE,
  validity: VALIDITY.anybody,
  whereToWrite,
});
