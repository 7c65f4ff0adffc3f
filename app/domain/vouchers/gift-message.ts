/** Characters of the message a giver writes: what stands legibly on the printed voucher. */
export const LONGEST_GIFT_MESSAGE = 500;
