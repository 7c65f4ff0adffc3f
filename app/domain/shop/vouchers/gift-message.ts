/** Characters of the message a giver writes: as many as fit legibly on the printed voucher. */
export const LONGEST_GIFT_MESSAGE = 500;
