import { db } from "#db/client.server";
import { contentVersionOf } from "~/domain/book/books/book-reader.server";
import * as copiesWithBook from "~/domain/diary/loops/copies-with-book.server";
import * as printHolds from "~/domain/diary/loops/print-holds.server";
import * as destinations from "~/domain/operations/printing/book-destinations.server";
import * as completion from "~/domain/operations/printing/completion.server";
import * as views from "~/domain/operations/printing/entry-views.server";
import * as shipmentContents from "~/domain/operations/printing/shipment-contents.server";
import * as signOff from "~/domain/operations/printing/sign-off.server";
import * as reversing from "~/domain/shop/orders/reverse-fulfilment.server";
import * as redemption from "~/domain/shop/vouchers/redemption.server";
import * as damage from "~/domain/system/files/damage.server";
import * as alarms from "~/domain/system/files/file-alarms.server";
import * as namedFiles from "~/domain/system/files/named-files.server";
import { NOW } from "../../support/people";
import { overAndWritten, sentToPrint, shipped } from "./given";
import { inTransaction } from "./rows";
import { changes, reads, type Table } from "./table";

/** What is printed and posted, and the files of it. */

const tracked = { carrier: "Royal Mail", trackingNumber: "CHANGED" };

export const printing: Table = {
  "diary/loops/copies-with-book": {
    promiseCopiesWithBook: changes((who) => copiesWithBook.promiseCopiesWithBook(who.loopId, "2027-12-10", NOW)),
  },
  "diary/loops/print-holds": {
    isPaymentInDoubt: reads((who) => printHolds.isPaymentInDoubt(db, who.loopId)),
    isReversed: reads((who) => printHolds.isReversed(who.loopId)),
  },
  "operations/printing/book-destinations": {
    bookAddressesOf: reads((who, of) => destinations.bookAddressesOf(who.accountId, of.loopId)),
    bookOnItsWay: reads((who, of) => destinations.bookOnItsWay(who.accountId, of.printedLoopId)),
  },
  "operations/printing/completion": {
    startPrinting: changes(
      (who) => inTransaction((tx) => completion.startPrinting(tx, who.printedLoopId, NOW)),
      sentToPrint,
    ),
    recordShipped: changes((who) =>
      inTransaction((tx) => completion.recordShipped(tx, who.printedLoopId, tracked, NOW)),
    ),
    takeBackStep: changes((who) => completion.takeBackStep(who.printedLoopId, "PRINTING", NOW)),
    correctTracking: changes((who) => completion.correctTracking(who.printedLoopId, tracked, NOW)),
    recordDelivered: changes(
      (who) => inTransaction((tx) => completion.recordDelivered(tx, who.printedLoopId, NOW)),
      shipped,
    ),
    notifySentToPrint: changes((who) =>
      inTransaction((tx) =>
        completion.notifySentToPrint(
          tx,
          who.printedLoopId,
          { pages: 24, goingTo: [], isOrdered: false, expectedDay: "2027-12-10" },
          NOW,
        ),
      ),
    ),
  },
  "operations/printing/entry-views": {
    entryViewsOf: reads((who) => views.entryViewsOf(who.accountId)),
    bookViewsOf: reads((who) => views.bookViewsOf(who.accountId)),
  },
  "operations/printing/shipment-contents": {
    savedAddressesOf: reads((who) => shipmentContents.savedAddressesOf(who.accountId)),
    savedAddressOf: reads((who) => shipmentContents.savedAddressOf(who.accountId)),
    weeksAt: reads((who) => shipmentContents.weeksAt(who.loopId, "PENDING")),
  },
  "operations/printing/sign-off": {
    signOffLoop: changes(
      (who, of) => signOff.signOffLoop(who.accountId, of.loopId, contentVersionOf(of.loopId) ?? 0, NOW),
      overAndWritten,
    ),
  },
  "shop/orders/reverse-fulfilment": {
    endYear: changes((who) => inTransaction((tx) => reversing.endYear(tx, who.loopId, NOW))),
  },
  "shop/vouchers/redemption": {
    redeemedByOneself: reads((who, of) => redemption.redeemedByOneself(who.accountId, of.usedCode)),
    recipientOfLoop: reads((who) => redemption.recipientOfLoop(who.printedLoopId)),
  },
  "kernel/files/stored-kinds": { foldersOfLoop: "Names folders, and reads nothing" },
  "system/files/leftovers": { sweepLoop: "Removes files that keysNamedBy does not name, in the year’s own folders" },
  "system/files/damage": { compareFiles: reads((who) => damage.compareFiles(who.loopId)) },
  "system/files/file-alarms": {
    reportLostFiles: changes((who) => alarms.reportLostFiles(who, ["photos/1-original.jpg"], NOW)),
  },
  "system/files/named-files": {
    filesNeeded: reads((who) => namedFiles.filesNeeded(who.loopId)),
    keysNamedBy: reads((who) => namedFiles.keysNamedBy(who.loopId)),
    isMaking: reads((who) => namedFiles.isMaking(who.loopId)),
    loopOnRecord: reads((who) => namedFiles.loopOnRecord(who.loopId)),
  },
};
