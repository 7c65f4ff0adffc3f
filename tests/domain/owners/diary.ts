import * as emptying from "~/domain/diary/entries/emptying.server";
import * as entries from "~/domain/diary/entries/entries.server";
import * as unsaved from "~/domain/diary/entries/unsaved-drafts.server";
import * as uploads from "~/domain/diary/entries/uploads.server";
import * as versions from "~/domain/diary/entries/versions.server";
import * as weekForm from "~/domain/diary/entries/week-form.server";
import * as weeklyEmails from "~/domain/diary/entries/weekly-emails.server";
import * as writtenWeeks from "~/domain/diary/entries/written-weeks.server";
import { NO_WORDS } from "~/domain/diary/loops/entry-text";
import * as photoChanges from "~/domain/diary/photos/photo-changes.server";
import * as photos from "~/domain/diary/photos/photos.server";
import * as removedPhotos from "~/domain/diary/photos/removed-photos.server";
import { NOW } from "../../support/people";
import { onlyDrafted, photosApart, startsLater, writtenTwice } from "./given";
import type { Owner } from "./owner";
import { inTransaction } from "./rows";
import { changes, reads, type Table } from "./table";

/** Weeks and photos. */

const week = (who: Owner, of: Owner, week = 1) => ({ accountId: who.accountId, loopId: of.loopId, week });
const words = { ...NO_WORDS, title: "Changed", content: "Changed" };
const jpeg = { contentType: "image/jpeg", bytes: 1000 };
const AFTER_THE_OWNER = "Takes a year that was found by its owner";

export const diary: Table = {
  "diary/entries/device-saves": {
    findDeviceSave: AFTER_THE_OWNER,
    recordDeviceSave: AFTER_THE_OWNER,
    recordChoice: AFTER_THE_OWNER,
  },
  "diary/entries/emptying": {
    deleteVersion: changes((who, of) => emptying.deleteVersion(week(who, of), 1, NOW)),
    emptyWeek: changes((who, of) => emptying.emptyWeek(week(who, of), NOW)),
  },
  "diary/entries/entries": {
    openWeek: reads((who, of) => entries.openWeek(who.accountId, of.loopId, 1, NOW)),
    startToWrite: changes((who, of) => entries.startToWrite(who.accountId, of.loopId, NOW), startsLater),
    writeWeek: changes((who, of) =>
      entries.writeWeek({ ...week(who, of), words, revision: "", complete: true, isChosen: true }, NOW),
    ),
    keepSavedText: changes((who, of) =>
      entries.keepSavedText(week(who, of), { writer: "one-page-of-the-week", number: 1 }, NOW),
    ),
    completeWeek: changes((who, of) => entries.completeWeek(week(who, of), NOW), onlyDrafted),
    entryOf: reads((who, of) => entries.entryOf(who.accountId, of.loopId, 1)),
    draftOf: reads((who) => entries.draftOf(who.loopId, 2)),
    weeksWritten: reads((who) => entries.weeksWritten(who.loopId)),
  },
  "diary/entries/unsaved-drafts": {
    unsavedDraftsOf: reads((who, of) => unsaved.unsavedDraftsOf(who.accountId, of.unsavedName, NOW)),
    forgetUnsaved: "Asks for the secret of a browser",
    storeUnsavedDraft: "Asks for the secret of a browser",
  },
  "diary/entries/uploads": {
    openUpload: reads(async (who, of) => (await uploads.openUpload(who.accountId, of.entryId, jpeg, NOW)).ok),
    openUploadSlot: reads(async (who, of) => (await uploads.openUploadSlot(week(who, of), jpeg, NOW)).ok),
    countUpload: changes((who) => uploads.countUpload(who.accountId, 1000, NOW)),
    finishUpload: "Needs a file that a browser sent; its place is checked as openUploadSlot’s",
    dropUpload: "Removes only a file that the key of its slot names",
  },
  "diary/entries/versions": {
    versionsOf: reads((who, of) => versions.versionsOf(who.accountId, of.loopId, 1)),
    countVersions: reads((who) => versions.countVersions(who.loopId, 1)),
    restoreVersion: changes((who, of) => versions.restoreVersion(week(who, of), 1, NOW), writtenTwice),
  },
  "diary/entries/week-form": {
    saveSentWeek: changes((who, of) =>
      weekForm.saveSentWeek(
        who.accountId,
        {
          ...{ loopId: of.loopId, week: 1, words, revision: "", captions: {} },
          ...{ shownQuestion: "", ownQuestion: "", isChosen: true },
        },
        NOW,
      ),
    ),
  },
  "diary/entries/weekly-emails": {
    emailLoopOf: reads((who, of) => weeklyEmails.emailLoopOf(who.accountId, of.loopId)),
    chooseEmails: changes((who, of) =>
      weeklyEmails.chooseEmails(who.accountId, of.loopId, { wanted: false, day: 2, hour: 7 }, NOW),
    ),
  },
  "diary/entries/written-weeks": {
    writingsOf: reads((who, of) => writtenWeeks.writingsOf(who.accountId, of.loopId)),
    writingAt: reads((who, of) => writtenWeeks.writingAt(who.accountId, of.loopId, 1)),
    writingOwnedBy: reads((who, of) => writtenWeeks.writingOwnedBy(who.accountId, of.entryId)),
  },
  "diary/photos/photo-changes": {
    turnPhoto: "Needs a real picture; the photo is found by photoOwnedBy",
    movePhotoForward: changes(
      (who, of) => photoChanges.movePhotoForward(who.accountId, of.removedPhotoId, NOW),
      (of) => removedPhotos.restorePhoto(of.accountId, of.removedPhotoId, NOW),
    ),
    movePoint: changes((who, of) => photoChanges.movePoint(who.accountId, of.photoId, { x: 0.25, y: 0.25 }, NOW)),
    captionPhotos: changes((who, of) =>
      photoChanges.captionPhotos(week(who, of), new Map([[of.photoId, "Changed"]]), NOW),
    ),
  },
  "diary/photos/photo-preparing": { waitingPhotosOf: AFTER_THE_OWNER, preparePhotosOf: AFTER_THE_OWNER },
  "diary/photos/photo-adding": {
    addPhotos: "Needs a real picture; each is added by addPhoto",
    addPhoto: "Needs a real picture; the year is changed by raiseContentVersion",
    photoIdFor: "Only makes a name, of the owner too; asks nothing",
  },
  "diary/photos/photo-files": { stemOf: "Only makes a name; asks nothing" },
  "diary/photos/photos": {
    raiseContentVersion: changes((who, of) =>
      inTransaction((tx) => photos.raiseContentVersion(tx, who.accountId, of.loopId, NOW)),
    ),
    photoOwnedBy: reads((who, of) => photos.photoOwnedBy(who.accountId, of.photoId)),
    removePhoto: changes((who, of) => photos.removePhoto(who.accountId, of.photoId, NOW)),
    photosOf: reads((who) => photos.photosOf(who.loopId, 1)),
    photoPlaces: reads((who) => photos.photoPlaces(who.loopId)),
    placeBehind: AFTER_THE_OWNER,
    returnToModeration: AFTER_THE_OWNER,
    followPhotos: AFTER_THE_OWNER,
  },
  "diary/photos/removed-photos": {
    restorePhoto: changes((who, of) => removedPhotos.restorePhoto(who.accountId, of.removedPhotoId, NOW), photosApart),
    removedPhotosOf: reads((who) => removedPhotos.removedPhotosOf(who.loopId, 1, NOW)),
    failedPhotosOf: reads((who) => removedPhotos.failedPhotosOf(who.loopId)),
    leaveOutPhoto: changes((who, of) => removedPhotos.leaveOutPhoto(who.accountId, of.failedPhotoId)),
  },
};
