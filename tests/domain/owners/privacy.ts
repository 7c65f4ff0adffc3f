import { db } from "#db/client.server";
import { accountById } from "~/domain/people/accounts/accounts.server";
import * as blockers from "~/domain/privacy/erasure/deletion-blockers.server";
import * as requests from "~/domain/privacy/erasure/deletion-requests.server";
import * as erased from "~/domain/privacy/erasure/erased-accounts.server";
import * as personalData from "~/domain/privacy/erasure/personal-data.server";
import * as records from "~/domain/privacy/exports/account-record.server";
import * as archives from "~/domain/privacy/exports/exports.server";
import * as loopRecords from "~/domain/privacy/exports/loop-record.server";
import { NOW, PASSWORD } from "../../support/people";
import { leaving, nothingInPrint } from "./given";
import { inTransaction } from "./rows";
import { changes, reads, type Table } from "./table";

/** Emails, copies of everything, and deleting an account. */

export const privacy: Table = {
  "mail/outbox/outbox": { queueEmail: "Writes an email to the account that its caller found" },
  "mail/outbox/preferences": {
    isWanted: "Says whether an email that is already addressed may leave",
  },
  "privacy/erasure/deletion-blockers": {
    deletionBlockersOf: reads((who) => blockers.deletionBlockersOf(who.accountId)),
    booksInPrint: reads((who) => blockers.booksInPrint(who.accountId)),
    copiesToCancel: reads((who) => blockers.copiesToCancel(who.accountId)),
    isPaying: reads((who) => blockers.isPaying(db, who.accountId, NOW)),
    isMakingBook: reads((who) => blockers.isMakingBook(db, who.accountId, NOW)),
  },
  "privacy/erasure/deletion-requests": {
    requestDeletion: changes(
      (who) => requests.requestDeletion({ accountId: who.accountId, sessionId: "", password: PASSWORD }, NOW),
      nothingInPrint,
    ),
    beginDeletion: changes((who) => requests.beginDeletion(who.accountId, NOW), nothingInPrint),
    keepAccount: changes((who) => requests.keepAccount(who.accountId, NOW), leaving),
  },
  "privacy/erasure/erased-accounts": {
    wasErased: "Nobody whose account was erased asks; a restored copy does",
    recordErasure: changes((who) => inTransaction((tx) => erased.recordErasure(tx, who.accountId, NOW))),
  },
  "privacy/erasure/personal-data": {
    erasePersonalData: changes((who) =>
      inTransaction((tx) => {
        const account = accountById(who.accountId);
        if (account) personalData.erasePersonalData(tx, account, [], NOW);
      }),
    ),
    ordersOf: reads((who) => personalData.ordersOf(db, { id: who.accountId, email: who.email })),
  },
  "privacy/erasure/restored-accounts": {
    restoreAccount: "Reads a copy of the database that holds everybody, whose own tests look for others’ rows",
  },
  "privacy/exports/account-record": {
    readAccount: reads((who) => records.readAccount(who.accountId)),
    loopIdsOf: reads((who) => records.loopIdsOf(who.accountId)),
  },
  "privacy/exports/exports": {
    openLoopArchive: reads((who, of) => archives.openLoopArchive(who.accountId, of.loopId, NOW)?.fileName),
    openAccountArchive: "Packs what readAccount and readLoop find",
  },
  "privacy/exports/loop-record": {
    readLoop: reads((who, of) => loopRecords.readLoop(who.accountId, of.loopId)),
  },
};
