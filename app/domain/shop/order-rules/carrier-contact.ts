/**
 * Who gets a buyer's email address and phone number with a book, as the privacy policy and the form that asks word it.
 */
export const CARRIER_GETS =
  "So that the carrier can reach you about your book, the printer and the carrier also get your email address and, if you gave us one, your phone number.";
