/**
 * The columns that a data export leaves out, each with its reason; every other column of these tables is included, even
 * a future one. Credentials are left out, and so is what belongs to somebody else.
 */

const OPENS = "A key or its check value: anyone who finds the file could try to use it.";
const STAFF = "Which member of staff did the work is their data; what they decided is included.";
const PLACE = "Where we store the file; the file itself is included, or can be made again.";
const POST = "How the email was delivered; what it was about and when we sent it is included.";
const OTHER_PEOPLES = "Belongs to the other person in a gift.";

export const LEFT_OUT = {
  accounts: { passwordHash: OPENS },
  sessions: { keyHash: OPENS },
  accessTokens: { keyHash: OPENS },
  oneTimeCodes: { codeHash: OPENS },
  entries: { reviewedByStaffId: STAFF, lockedByStaffId: STAFF, lockedUntil: STAFF },
  photos: { originalKey: PLACE, printKey: PLACE, screenKey: PLACE, thumbKey: PLACE },
  bookFiles: { storageKey: PLACE, failure: PLACE },
  emails: {
    resendOf: POST,
    textBody: "It’s in the mailbox we sent it to, and some emails contained codes.",
    htmlBody: "It’s in the mailbox we sent it to, and some emails contained codes.",
    dedupeKey: POST,
    messageId: POST,
    tries: POST,
    firstTriedAt: POST,
    nextTryAt: POST,
    failure: POST,
    sentByStaffId: STAFF,
    giftBefore: OTHER_PEOPLES,
  },
  disputes: { answeredByStaffId: STAFF, evidenceByStaffId: STAFF },
  refunds: { requestedByStaffId: STAFF },
  refundRequests: { requestedByStaffId: STAFF, decidedByStaffId: STAFF },
  reprintRequests: { requestedByStaffId: STAFF, decidedByStaffId: STAFF },
  restoreRequests: {
    requestedByStaffId: STAFF,
    decidedByStaffId: STAFF,
    copyName: PLACE,
    report: PLACE,
  },
  shipments: { prints: PLACE, filesFailure: PLACE, reprintStaffId: STAFF },
  entryViews: { staffId: STAFF },
  impersonations: { keyHash: OPENS, staffId: STAFF },
  accountNotes: { staffId: STAFF, ownerStaffId: STAFF },
  vouchersBought: {
    codeHash: OPENS,
    codeSealed: OPENS,
    batchId: STAFF,
    redeemedByAccountId: OTHER_PEOPLES,
    loopId: OTHER_PEOPLES,
  },
  vouchersRedeemed: {
    codeHash: OPENS,
    codeSealed: OPENS,
    batchId: STAFF,
    purchasedByAccountId: OTHER_PEOPLES,
    orderId: OTHER_PEOPLES,
  },
} as const;

/** A row without its excluded columns. */
export function without<Row extends object, Left extends { readonly [Name in keyof Row]?: string }>(
  row: Row,
  left: Left,
): Omit<Row, keyof Left> {
  const remaining = Object.entries(row).filter(([name]) => !Object.hasOwn(left, name));
  return Object.fromEntries(remaining) as Omit<Row, keyof Left>;
}
