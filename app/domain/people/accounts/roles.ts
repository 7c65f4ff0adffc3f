/**
 * A customer's roles, derived from what they own and never stored. A participant writes a loop; a purchaser has bought
 * one for somebody else. A person can be both, and a new account counts as a participant.
 */
export interface Belongings {
  /** Has a loop, or a credit for one. */
  ownsLoop: boolean;
  /** Has paid for an order of kind "gift". */
  hasBoughtGift: boolean;
  /** Has paid for an order of any kind. */
  hasBought: boolean;
}

export interface Roles {
  isParticipant: boolean;
  isPurchaser: boolean;
  /** Has orders to look at, for receipts, copies and cancellations. */
  hasOrders: boolean;
}

export function rolesOf({ ownsLoop, hasBoughtGift, hasBought }: Belongings): Roles {
  return { isParticipant: ownsLoop || !hasBoughtGift, isPurchaser: hasBoughtGift, hasOrders: hasBought };
}
