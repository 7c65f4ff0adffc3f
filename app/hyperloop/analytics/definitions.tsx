const DEFINITIONS: readonly (readonly [string, string])[] = [
  [
    "Period",
    "The days you chose, in London time, up to the time shown above; for customers and active users, up to the time they were counted. The period before is the same length and ends at the same time of day.",
  ],
  [
    "Revenue",
    "What orders paid in the period brought in, with delivery and tax, minus every refund on them since. Self purchases, voucher purchases and book copies are added up.",
  ],
  [
    "Voucher redemption",
    "Vouchers redeemed in the period, at face value. They were paid for when they were bought, so they don’t count as revenue.",
  ],
  ["Average order value", "Revenue divided by orders."],
  [
    "Website visitors",
    "Visits per day in London time. A visit is a network address and a browser’s name, hashed with a key we throw away every day. Bots don’t count, and nobody can be identified.",
  ],
  [
    "Steps",
    "Visits that reached this step. Product pages are Begin, Gift, the themes and the Classic loop. The payment page counts once an address is accepted. Nobody orders anything to redeem a voucher, so that’s left out.",
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
    "Accounts that signed in during the period, or came back already signed in. Every hour we keep the numbers, and only those, so the period before shows the count closest to this time on its last day.",
  ],
  ["Left out", "Test accounts, their orders and visits, and test vouchers."],
];

/** The definition of every figure. */
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
