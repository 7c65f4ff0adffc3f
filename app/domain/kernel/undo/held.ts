/** Something that a staff member has done and can take back for some minutes. */
export interface HeldThing {
  /** Its kind and the id in its own table, "email:…". */
  id: string;
  /** A `cancellation` and an `extension` hold at once; the others leave when their time is over. */
  kind: "email" | "cancellation" | "extension" | "evidence";
  title: string;
  sentAt: Date;
  leavesAt: Date;
}

/**
 * `refunded`: the order was refunded, or a dispute about it lost, so its voucher stays cancelled. `limit`: with what
 * was given meanwhile, the vouchers would be more than one person may give alone. `used`: the gift was redeemed.
 */
export type UndoResult = { ok: true } | { ok: false; reason: "too_late" | "reprinted" | "refunded" | "limit" | "used" };
