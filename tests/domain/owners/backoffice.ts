import * as corrections from "~/domain/backoffice/people/corrections.server";
import * as emailsAgain from "~/domain/backoffice/people/emails-again.server";
import * as loopCorrections from "~/domain/backoffice/people/loop-corrections.server";
import * as money from "~/domain/backoffice/people/money-events.server";
import * as onBehalf from "~/domain/backoffice/people/on-behalf.server";
import * as people from "~/domain/backoffice/people/person.server";
import * as timeline from "~/domain/backoffice/people/timeline.server";
import * as accountList from "~/domain/backoffice/staff/account-list.server";
import * as adminAccounts from "~/domain/backoffice/staff/admin-accounts.server";
import * as notes from "~/domain/backoffice/staff/notes.server";
import { NOW } from "../../support/people";
import { cameBack, leavingGuest, nothingInPrint } from "./given";
import { inTransaction } from "./rows";
import { changes, reads, type Table } from "./table";

/** What staff read and change of the person that they have open. */

const by = { staffId: "staff", reason: "They asked" };
const name = { firstName: "Changed", lastName: "Changed", reason: "They asked" };
const words = { ...name, label: "Home", line1: "1 Row", city: "Leeds", postcode: "LS6 2AB" };

export const backoffice: Table = {
  "backoffice/people/corrections": {
    correctEmail: changes((who) =>
      corrections.correctEmail({ personId: who.accountId, email: "new@example.com" }, by, NOW),
    ),
    correctName: changes((who) => corrections.correctName(who.accountId, name, by.staffId, NOW)),
    correctPlace: changes((who, of) =>
      corrections.correctPlace({ accountId: who.accountId, addressId: of.addressId, words }, by, NOW),
    ),
    sendResetLink: changes((who) => corrections.sendResetLink(who.accountId, by, NOW)),
    deleteOnRequest: changes((who) => corrections.deleteOnRequest(who.accountId, by, NOW), nothingInPrint),
    keepOnRequest: changes((who) => corrections.keepOnRequest(who.guestId, by, NOW), leavingGuest),
  },
  "backoffice/people/emails-again": {
    sendEmailsAgain: changes((who) => emailsAgain.sendEmailsAgain(who.accountId, by, NOW), cameBack),
  },
  "backoffice/people/loop-corrections": {
    moveDateFor: changes((who, of) =>
      loopCorrections.moveDateFor({ accountId: who.accountId, loopId: of.loopId, deliveryDay: "2027-12-10" }, by, NOW),
    ),
    pauseFor: changes((who, of) =>
      loopCorrections.pauseFor({ accountId: who.accountId, loopId: of.loopId, weeks: 2 }, by, NOW),
    ),
    changeTypeFor: changes((who, of) =>
      loopCorrections.changeTypeFor(
        { accountId: who.accountId, loopId: of.loopId, theme: "pet", type: "my-cat-and-me" },
        by,
        NOW,
      ),
    ),
    beginLoopFor: changes((who, of) =>
      loopCorrections.beginLoopFor(
        { accountId: who.accountId, creditId: of.creditId, deliveryDay: "2027-12-03" },
        by,
        NOW,
      ),
    ),
  },
  "backoffice/people/money-events": {
    moneyEvents: reads((who) => money.moneyEvents([who.accountId])),
    voucherEvents: reads((who) => money.voucherEvents([who.accountId], NOW)),
  },
  "backoffice/people/on-behalf": {
    actOnBehalf: "Does what the corrections ask, which are asked above",
    notifyOwner: changes((who) =>
      inTransaction((tx) => onBehalf.notifyOwner(tx, who.accountId, "We changed something.", NOW)),
    ),
  },
  "backoffice/people/person": {
    personData: reads((who) => people.personData(who.accountId, "account", NOW)),
    personNamed: reads((who) => people.personNamed(who.accountId)),
  },
  "backoffice/people/timeline": {
    timelineOf: reads((who) => timeline.timelineOf([who.accountId], NOW)),
    unusedCreditsOf: reads((who) => timeline.unusedCreditsOf([who.accountId])),
  },
  "backoffice/staff/account-list": {
    whatTheyHave: reads((who) => accountList.whatTheyHave([who.accountId])),
    haveOf: "Looks in what whatTheyHave read",
  },
  "backoffice/staff/admin-accounts": {
    accountData: reads((who) => adminAccounts.accountData(who.accountId)),
    setSuspended: changes((who) =>
      adminAccounts.setSuspended({ accountId: who.accountId, isSuspended: true, reason: "They asked" }, "staff", NOW),
    ),
  },
  "backoffice/staff/notes": { notesOfAccount: reads((who) => notes.notesOfAccount(who.accountId)) },
};
