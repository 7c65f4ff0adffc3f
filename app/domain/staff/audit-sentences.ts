/** What a staff member did, as the rest of a sentence that begins with their name. */
const SENTENCES: Readonly<Record<string, string>> = {
  "accounts.correct_address": "corrected a saved address",
  "accounts.correct_email": "corrected the email address",
  "accounts.correct_name": "corrected the name",
  "accounts.create": "opened the account",
  "accounts.delete": "began the deletion that was asked for in writing",
  "accounts.note": "left a note",
  "accounts.reactivate": "reactivated the account",
  "accounts.reset_link": "sent a link to choose a new password",
  "accounts.suspend": "suspended the account",
  "emails.resend": "sent an email again",
  "loops.begin": "began a loop from an unused credit",
  "loops.change_type": "changed the type of a loop",
  "loops.move_date": "moved a delivery date",
  "loops.pause": "paused a loop",
  "orders.correct_address": "corrected an address",
  "printing.reprint": "had a book printed again",
  "refunds.approve": "approved a refund",
  "refunds.decline": "declined a refund",
  "refunds.give": "gave a refund",
  "vouchers.cancel": "cancelled a voucher",
  "vouchers.correct_recipient": "corrected who a gift is for",
  "vouchers.extend": "extended a voucher",
  "vouchers.redeem": "redeemed a voucher",
  "vouchers.resend": "sent a voucher again",
};

/** "corrected the email address"; an action without a sentence is named, "did “printing.ship”". */
export function auditSentence(action: string): string {
  return SENTENCES[action] ?? `did “${action.replace(/^\w+\./, "").replaceAll("_", " ")}”`;
}
