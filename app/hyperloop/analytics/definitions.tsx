const DEFINITIONS: readonly (readonly [string, string])[] = [
  [
    "Period",
    "That many days in London time, ending with today at the time given above. The period before is equally long and ends at the same time of day.",
  ],
  [
    "Revenue",
    "Orders paid in the period, with delivery and tax, less everything refunded on them since. It adds up self purchases, voucher purchases and book copies.",
  ],
  [
    "Voucher redemption",
    "Vouchers redeemed in the period, at face value. They were paid for when they were bought, so they don’t count as revenue.",
  ],
  ["Average order value", "Revenue divided by orders."],
  [
    "Website visitors",
    "Visits per day in London time. A visit is a network address and a browser’s name, hashed with a key we throw away every day. Robots don’t count, and nobody can be identified.",
  ],
  [
    "Steps",
    "Visits that reached this step. Product pages are Begin, Gift, the themes and the Classic loop. The payment page counts once an address is accepted. Redeeming a voucher makes no order, so it’s left out.",
  ],
  ["Order completed", "Loops and gifts paid in the period, counted from orders."],
  [
    "Conversion rate",
    "Loops and gifts paid, divided by visitors. The separate rates divide loops, gifts and redeemed vouchers by visitors.",
  ],
  [
    "New and returning customers",
    "Accounts that paid for something in the period, for the first time or again. Each guest counts as an account; orders from deleted accounts don’t count.",
  ],
  [
    "Active users",
    "Accounts that signed in during the period, or came back already signed in. We count them every hour and keep only the numbers, so the period before shows the count closest to this time on its last day.",
  ],
  ["Left out", "Test accounts, their orders and visits, and test vouchers."],
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
