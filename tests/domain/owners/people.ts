import * as tokens from "~/domain/people/accounts/access-tokens.server";
import * as looks from "~/domain/people/accounts/account-impersonations.server";
import * as accounts from "~/domain/people/accounts/accounts.server";
import * as addresses from "~/domain/people/accounts/addresses.server";
import * as codes from "~/domain/people/accounts/codes.server";
import * as emailChange from "~/domain/people/accounts/email-change.server";
import * as guests from "~/domain/people/accounts/guests.server";
import * as ownPassword from "~/domain/people/accounts/own-password.server";
import * as ownSessions from "~/domain/people/accounts/own-sessions.server";
import * as passwordChange from "~/domain/people/accounts/password-change.server";
import * as passwordReset from "~/domain/people/accounts/password-reset.server";
import * as profile from "~/domain/people/accounts/profile.server";
import * as registrations from "~/domain/people/accounts/registrations.server";
import * as roles from "~/domain/people/accounts/roles.server";
import * as sessions from "~/domain/people/accounts/sessions.server";
import * as audit from "~/domain/people/staff/audit-trail.server";
import * as impersonations from "~/domain/people/staff/impersonations.server";
import { later, NOW, PASSWORD } from "../../support/people";
import { changing, codeFor, staffMember, unproven } from "./given";
import type { Owner } from "./owner";
import { inTransaction } from "./rows";
import { changes, reads, type Table } from "./table";

/** Accounts and what is kept with them. */

const place = { firstName: "Changed", lastName: "Changed", line1: "1 Row", city: "Leeds", postcode: "LS6 2AB" };
const named = { firstName: "Changed", lastName: "Changed" };
const NEW_PASSWORD = "Walnut-and-17-herons";
const newPassword = ({ accountId }: Owner) => ({ accountId, currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
const HOUR_LATER = later(3600);

export const people: Table = {
  "people/accounts/access-tokens": {
    beginAccess: changes((who) => inTransaction((tx) => tokens.beginAccess(tx, who.accountId, NOW))),
    verifyEmailByApi: changes(
      (who, of) => tokens.verifyEmailByApi({ accountId: who.accountId, code: codeFor(of) }, NOW),
      unproven,
    ),
  },
  "people/accounts/account-impersonations": {
    impersonationsOfAccount: reads((who) => looks.impersonationsOfAccount(who.accountId)),
  },
  "people/accounts/accounts": {
    accountById: reads((who) => accounts.accountById(who.accountId)),
    resendCode: changes((who) => accounts.resendCode(who.accountId, HOUR_LATER), unproven),
    resendWait: reads((who) => accounts.resendWait(who.accountId, NOW)),
    verifyEmail: changes(
      (who, of) => accounts.verifyEmail({ accountId: who.accountId, code: codeFor(of), userAgent: null }, NOW),
      unproven,
    ),
    verifyEmailByLink: "The link is signed for one address; its code’s owner is checked as verifyEmail’s",
    proveAddress: changes(
      (who, of) =>
        inTransaction((tx) => accounts.proveAddress(tx, { accountId: who.accountId, code: codeFor(of) }, NOW)),
      unproven,
    ),
  },
  "people/accounts/addresses": {
    addressesOf: reads((who) => addresses.addressesOf(who.accountId)),
    addressesOfEveryKind: reads((who) => addresses.addressesOfEveryKind(who.accountId)),
    addressOwnedBy: reads((who, of) => addresses.addressOwnedBy(who.accountId, of.addressId)),
    addAddress: changes((who) => addresses.addAddress(who.accountId, place, { isDefault: true }, NOW)),
    changeAddress: changes((who, of) =>
      addresses.changeAddress({ accountId: who.accountId, addressId: of.addressId }, place, { isDefault: true }, NOW),
    ),
    makeDefault: changes((who, of) => addresses.makeDefault(who.accountId, of.addressId, later(5))),
    deleteAddress: changes((who, of) => addresses.deleteAddress(who.accountId, of.addressId, NOW)),
  },
  "people/accounts/codes": {
    makeCode: changes((who) =>
      inTransaction((tx) =>
        codes.makeCode(tx, { accountId: who.accountId, purpose: "change_email", sentTo: "a@example.com", now: NOW }),
      ),
    ),
    recordUnsentCode: changes((who) =>
      inTransaction((tx) =>
        codes.recordUnsentCode(tx, { accountId: who.accountId, purpose: "verify_email", sentTo: who.email, now: NOW }),
      ),
    ),
    tryCode: changes(
      (who, of) =>
        inTransaction((tx) =>
          codes.tryCode(tx, { accountId: who.accountId, purpose: "verify_email", code: codeFor(of), now: NOW }),
        ),
      unproven,
    ),
    codesSent: reads((who) => codes.codesSent(who.accountId, "change_email", NOW)),
  },
  "people/accounts/device-account": { deviceAccountOf: "Only makes a name; asks nothing" },
  "people/accounts/email-change": {
    requestEmailChange: changes((who) =>
      emailChange.requestEmailChange(
        { accountId: who.accountId, newEmail: "new@example.com", currentPassword: PASSWORD },
        HOUR_LATER,
      ),
    ),
    askEmailChange: changes((who) =>
      emailChange.askEmailChange({ accountId: who.accountId, newEmail: "new@example.com", client: null }, NOW),
    ),
    pendingEmailChange: reads((who) => emailChange.pendingEmailChange(who.accountId, NOW)),
    resendEmailCode: changes((who) => emailChange.resendEmailCode(who.accountId, later(600))),
    confirmEmailChange: changes((who, of) => emailChange.confirmEmailChange(who.accountId, codeFor(of), NOW), changing),
  },
  "people/accounts/guests": {
    saveGuest: changes((who) =>
      guests.saveGuest({ guestId: who.guestId, basketKey: "x" }, { email: "a@b.c", ...named }, NOW),
    ),
    changeGuest: changes((who) => guests.changeGuest(who.guestId, { email: "a@b.c", ...named, phone: null }, NOW)),
    guestOf: reads((who) => guests.guestOf(who.guestId)),
    claimFromGuest: changes((who) => guests.claimFromGuest(who.guestId, who.accountId)),
    gatherGuests: changes((who) => inTransaction((tx) => guests.gatherGuests(tx, who.accountId))),
    claimByAddress: changes((who) => inTransaction((tx) => guests.claimByAddress(tx, who.accountId))),
    guestIdsBehind: reads((who) => guests.guestIdsBehind(who.accountId)),
  },
  "people/accounts/own-password": {
    checkOwnPassword: reads((who) => ownPassword.checkOwnPassword(who.accountId, PASSWORD, NOW)),
  },
  "people/accounts/own-sessions": {
    sessionsOf: reads((who) => ownSessions.sessionsOf(who.accountId, NOW)),
    endOwnSession: changes((who, of) => ownSessions.endOwnSession(who.accountId, of.sessionId)),
  },
  "people/accounts/password-change": {
    changePassword: changes((who) => passwordChange.changePassword({ ...newPassword(who), userAgent: null }, NOW)),
    changePasswordByApi: changes((who) => passwordChange.changePasswordByApi(newPassword(who), NOW)),
  },
  "people/accounts/password-reset": {
    voidResetLinks: changes(
      (who) => passwordReset.voidResetLinks(who.accountId, NOW),
      (of) => passwordReset.requestPasswordReset(of.email, of.accountId, NOW),
    ),
  },
  "people/accounts/profile": {
    profileOf: reads((who) => profile.profileOf(who.accountId)),
    saveProfile: changes((who) => profile.saveProfile(who.accountId, { ...named, phone: "" }, NOW)),
    saveEmailChoice: changes((who) => profile.saveEmailChoice(who.accountId, false, NOW)),
    saveNewsChoice: changes((who) => profile.saveNewsChoice(who.accountId, false, NOW)),
    dismissPasswordPrompt: changes((who) => profile.dismissPasswordPrompt(who.accountId, NOW)),
  },
  "people/accounts/registrations": {
    unprovenRegistrationOf: reads((who) => registrations.unprovenRegistrationOf(who.guestId)),
  },
  "people/accounts/roles": { readRoles: reads((who) => roles.readRoles(who.accountId)) },
  "people/accounts/sessions": {
    beginSession: changes((who) => inTransaction((tx) => sessions.beginSession(tx, who.accountId, null, NOW))),
    beginGuestSession: changes((who) => sessions.beginGuestSession(who.guestId, null, NOW)),
    endSessionsOf: changes((who) => inTransaction((tx) => sessions.endSessionsOf(tx, who.accountId))),
  },
  "people/staff/audit-trail": { changesForOwner: reads((who) => audit.changesForOwner(who.accountId)) },
  "people/staff/impersonations": {
    beginImpersonation: changes((who) =>
      impersonations.beginImpersonation({ accountId: who.accountId, reason: "They asked" }, staffMember(), NOW),
    ),
  },
};
