import * as bookChoices from "~/domain/book/books/book-choices.server";
import * as bookReader from "~/domain/book/books/book-reader.server";
import * as books from "~/domain/book/books/books.server";
import * as proofs from "~/domain/book/books/proofs-ahead.server";
import * as cancelled from "~/domain/diary/loops/cancelled-loops.server";
import * as credits from "~/domain/diary/loops/credits.server";
import * as loops from "~/domain/diary/loops/loops.server";
import * as printedWeeks from "~/domain/diary/loops/printed-weeks.server";
import * as questions from "~/domain/diary/loops/questions.server";
import * as rescheduling from "~/domain/diary/loops/rescheduling.server";
import * as typeChange from "~/domain/diary/loops/type-change.server";
import * as wordCounts from "~/domain/diary/loops/word-counts.server";
import { NOW } from "../../support/people";
import { boughtToBegin, startsLater } from "./given";
import { inTransaction } from "./rows";
import { changes, reads, type Table } from "./table";

/** Years, credits to begin one, and books. */

const look = { theme: "pet", type: "puppys-first-year" };
const about = { recipientName: "Changed", occasion: "", dedication: "" };
const book = {
  ...{ dedication: "Changed", ruledEmptyWeeks: true, largePrint: true, printsNumbers: true },
  filling: "notes",
} as const;

export const years: Table = {
  "diary/loops/cancelled-loops": {
    cancelledLoopsOf: reads((who) => cancelled.cancelledLoopsOf(who.accountId)),
    isCancelled: reads((who) => cancelled.isCancelled(who.cancelledLoopId)),
  },
  "diary/loops/credits": {
    unspentCreditLike: reads((who, of) => credits.unspentCreditLike(who.accountId, { id: of.creditId })),
    unspentCreditOf: reads((who, of) => credits.unspentCreditOf(who.accountId, of.creditId)),
    placeToBeginOrder: reads((who, of) => credits.placeToBeginOrder(who.accountId, of.orderId)),
    othersToBegin: reads((who) => credits.othersToBegin(who.accountId, "another")),
    availableCreditOf: reads((who) => credits.availableCreditOf(who.accountId)),
    requestStartOfLoop: changes((who, of) => credits.requestStartOfLoop(who.accountId, of.loopId, NOW)),
    requestStart: changes((who, of) => credits.requestStart(who.accountId, of.creditId, NOW), boughtToBegin),
    orderOfLoop: reads((who) => credits.orderOfLoop(who.loopId)),
    firstStartOfLoop: reads((who) => credits.firstStartOfLoop(who.loopId, NOW)),
  },
  "diary/loops/loops": {
    openLoop: changes((who) =>
      inTransaction((tx) =>
        loops.openLoop(tx, { accountId: who.accountId, ...look, deliveryDay: "2027-12-03" }, null, NOW),
      ),
    ),
    beginLoop: changes((who, of) => loops.beginLoop(who.accountId, "2027-12-03", NOW, of.creditId)),
    loopsOf: reads((who) => loops.loopsOf(who.accountId)),
    loopOwnedBy: reads((who, of) => loops.loopOwnedBy(who.accountId, of.loopId)),
    placeOfLoop: reads((who) => loops.placeOfLoop(who.accountId, who.loopId)),
    writtenWeeks: reads((who) => loops.writtenWeeks(who.loopId)),
    titleLoop: changes((who, of) => loops.titleLoop(who.accountId, of.loopId, "Changed", NOW)),
    describeLoop: changes((who, of) => loops.describeLoop(who.accountId, of.loopId, about, NOW)),
    changeContent: changes((who, of) => loops.changeContent(who.accountId, of.loopId, { title: "Changed" }, NOW)),
    changeOwnLoop: changes((who, of) => loops.changeOwnLoop(who.accountId, of.loopId, { title: "Changed" }, NOW)),
  },
  "diary/loops/printed-weeks": {
    listEntries: reads((who) => printedWeeks.listEntries(who.loopId)),
    listDrafts: reads((who) => printedWeeks.listDrafts(who.loopId)),
    listPhotos: reads((who) => printedWeeks.listPhotos(who.loopId)),
  },
  "diary/loops/questions": {
    saveQuestion: changes((who) =>
      inTransaction((tx) =>
        questions.saveQuestion(tx, { loopId: who.loopId, week: 2 }, { question: "Changed?", isOwn: true }, NOW),
      ),
    ),
  },
  "diary/loops/rescheduling": {
    pauseLoop: changes((who, of) => rescheduling.pauseLoop(who.accountId, of.loopId, 2, NOW)),
    resumeLoop: changes(
      (who, of) => rescheduling.resumeLoop(who.accountId, of.loopId, NOW),
      (of) => rescheduling.pauseLoop(of.accountId, of.loopId, 2, NOW),
    ),
    moveDelivery: changes((who, of) => rescheduling.moveDelivery(who.accountId, of.loopId, "2027-12-10", NOW)),
    startToday: changes((who, of) => rescheduling.startToday(who.accountId, of.loopId, NOW, true), startsLater),
    shareProgress: changes((who, of) => rescheduling.shareProgress(who.accountId, of.loopId, true, NOW)),
    hasWritten: reads((who) => rescheduling.hasWritten(who.loopId)),
    wasGiven: reads((who) => rescheduling.wasGiven(who.printedLoopId)),
  },
  "diary/loops/type-change": {
    changeType: changes((who, of) =>
      typeChange.changeType(who.accountId, of.loopId, { theme: "pet", type: "my-cat-and-me" }, NOW),
    ),
  },
  "diary/loops/weekly-email-links": { weekLink: "Signs a link, and reads nothing" },
  "diary/loops/word-counts": { wordsOfYear: reads((who) => wordCounts.wordsOfYear(who.loopId)) },
  "book/books/book-choices": {
    chooseBook: changes((who, of) => bookChoices.chooseBook(who.accountId, of.loopId, book, NOW)),
    chooseDrafts: changes((who, of) => bookChoices.chooseDrafts(who.accountId, of.loopId, true, NOW)),
    chooseDouble: changes((who, of) =>
      bookChoices.chooseDouble(who.accountId, of.loopId, { week: 1, pages: "two" }, NOW),
    ),
    chooseNumbers: changes((who, of) => bookChoices.chooseNumbers(who.accountId, of.loopId, false, NOW)),
    numbersOf: reads((who, of) => bookChoices.numbersOf(who.accountId, of.loopId)),
  },
  "book/books/book-making": {
    throwIfChanged: "Asks contentVersionOf",
    stemOfFile: "Names the key of a book whose loop was read by readBookInput",
    finish: "Ends the row of a book that was made from such a loop",
  },
  "book/books/print-order": { makePrintOrder: "Makes files of a book that was read by readBookInput" },
  "book/books/book-reader": {
    readBookInput: reads((who) => bookReader.readBookInput(who.loopId)),
    contentVersionOf: reads((who) => bookReader.contentVersionOf(who.loopId)),
    isFileOf: "A condition of the queries that the rows of books ask",
  },
  "book/books/books": {
    requestBook: changes((who, of) => books.requestBook(who.accountId, of.loopId, "screen", NOW)),
    bookProgress: reads((who, of) => books.bookProgress(who.accountId, of.loopId)),
    countPages: reads((who, of) => books.countPages(who.accountId, of.loopId)),
    bookFileFor: reads((who, of) => books.bookFileFor(who.accountId, of.loopId)),
    bookDownload: reads((who, of) => books.bookDownload(who.accountId, of.fileId)),
    openPictures: "Needs a book that was made; it is found by bookFileFor",
  },
  "book/books/proofs-ahead": {
    startProof: changes((who, of) => proofs.startProof(who.accountId, of.loopId, NOW)),
  },
};
