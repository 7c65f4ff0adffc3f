/** The prices that staff can set: whole pence in pounds sterling. */
export interface PriceList {
  loopPence: number;
  loopDeliveryPence: number;
  bookCopyStandardPence: number;
  bookCopyLuxuryPence: number;
  bookCopyDeliveryPence: number;
  /** Above this subtotal the delivery of book copies is free. */
  bookCopyFreeDeliveryAbovePence: number;
  /** Whole per cent of the subtotal of book copies; 0 shows no tax line. */
  bookCopyTaxPercent: number;
}

/** The prices a new shop begins with; the second and every further copy of a book costs `bookCopy…Pence`. */
export const OPENING_PRICES: PriceList = {
  loopPence: 6999,
  loopDeliveryPence: 0,
  bookCopyStandardPence: 6999,
  bookCopyLuxuryPence: 6999,
  bookCopyDeliveryPence: 899,
  bookCopyFreeDeliveryAbovePence: 5000,
  bookCopyTaxPercent: 8,
};
