/**
 * What somebody is to us, worked out from what is theirs and never stored. A participant fills in a loop; a
 * purchaser has bought one for somebody else. One person can be both, and a new account counts as participant.
 */
export interface Belongings {
  /** Has a loop, or the paid right to begin one. */
  ownsLoop: boolean;
  /** Has paid for an order of kind "gift". */
  hasBoughtGift: boolean;
  /** Has paid for an order of any kind. */
  hasBought: boolean;
}

export interface Roles {
  isParticipant: boolean;
  isPurchaser: boolean;
  /** Has orders to look at: receipts, copies, a change of mind. */
  hasOrders: boolean;
}

export function rolesOf({ ownsLoop, hasBoughtGift, hasBought }: Belongings): Roles {
  return { isParticipant: ownsLoop || !hasBoughtGift, isPurchaser: hasBoughtGift, hasOrders: hasBought };
}
