/** What the bank of a buyer who disputes a payment is sent; `evidence.server.ts` puts it together. */
export const BANK_GETS =
  "We send the receipt with your name, your email address and the last digits of your card; the terms; when emails and parcels went, and where to; when the year started, how many weeks were written and when the last was; and how many sign-ins we have on record. We never send what you wrote. Of a gift’s year we say only when it started.";
