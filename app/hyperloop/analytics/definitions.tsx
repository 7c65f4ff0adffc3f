const DEFINITIONS: readonly (readonly [string, string])[] = [
  [
    "Period",
    "So many days of London, today the last of them, up to the moment given above. The period before is as long and ends at the same time of day.",
  ],
  [
    "Revenue",
    "Orders paid within the period, on the day they were paid, with delivery and tax, less what has been given back of them until now. It is the sum of self purchases, voucher purchases and copies of books.",
  ],
  [
    "Voucher redemption",
    "Vouchers with which a loop was begun within the period, at the value printed on them. They were paid for when they were bought, so their value is in no sum.",
  ],
  ["Average order value", "Revenue divided by orders."],
  [
    "Website visitors",
    "Visits of one day in London. A visit is a network address and a browser’s name, digested with a key that is thrown away every day; robots do not count, and nobody can be told from another.",
  ],
  [
    "Steps",
    "Visits that came as far as this step. Product pages are Begin, Gift, the themes and the plain loop; the payment page counts once an address was accepted. Redeeming a voucher leads to no order and is left out.",
  ],
  ["Order completed", "Loops and gifts paid within the period, from the orders themselves."],
  [
    "Conversion rate",
    "Loops and gifts paid, divided by visitors; each of the two, and vouchers redeemed, likewise by themselves.",
  ],
  [
    "New and returning customers",
    "Accounts that paid for something within the period, for the first time or having done so before. Guests are accounts of their own; orders of deleted accounts count for nobody.",
  ],
  [
    "Active users",
    "Accounts that signed in within the period, or came back to it signed in. They are counted every hour and only the numbers are kept, so the period before is the number of its last day closest to this time of day.",
  ],
  ["Left out of everything", "Test accounts, their orders and visits, and test vouchers."],
];

/** What every figure means, in words. */
export function Definitions() {
  return (
    <details className="staff-panel chart-table">
      <summary>What these figures mean</summary>
      <dl>
        {DEFINITIONS.map(([name, words]) => (
          <div key={name}>
            <dt>
              <b>{name}</b>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
