import { conversion, revenueOf } from "~/domain/analytics/rates";
import { formatNumber, formatShare } from "~/domain/text/numbers";
import { sayChange } from "~/hyperloop/change-words";
import { sayVisitors } from "~/hyperloop/visitor-words";
import { DescriptionList } from "~/ui/description-list";
import { Kpis } from "~/ui/kpis";
import { OrdersChart } from "~/ui/sales-charts";
import { CellNote } from "~/ui/table";
import { figureNamed, money, type PeriodFigures, soldLoops } from "./figure-labels";

/** The period at a glance. */
export function Overview({ figures, before }: OverviewProps) {
  const { pence, orders, redeemed, redeemedPence, visitors } = figures;
  const sold = soldLoops(figures);
  const change = (name: string) => {
    const { value, shown } = figureNamed(name);
    return sayChange(value(figures), value(before), shown);
  };
  /** Figures of a panel by their names there, each with its change. */
  const described = (named: Readonly<Record<string, string>>) =>
    Object.entries(named).map(([label, name]) => {
      const { value, shown } = figureNamed(name);
      return {
        name: label,
        value: (
          <>
            {shown(value(figures))}
            <CellNote>{change(name)}</CellNote>
          </>
        ),
      };
    });
  return (
    <>
      <Kpis
        kpis={{
          Revenue: {
            value: money(revenueOf(figures)),
            note: ordersOf(sold + orders.book_copies),
            change: change("Revenue"),
          },
          "Self purchases": {
            value: orders.loop,
            note: money(pence.loop),
            change: change("Self purchases"),
          },
          "Voucher purchases": {
            value: orders.gift,
            note: money(pence.gift),
            change: change("Voucher purchases"),
          },
          "Voucher redemptions": {
            value: redeemed,
            note: `worth ${money(redeemedPence)}`,
            change: change("Vouchers redeemed"),
          },
          "Conversion rate": {
            value: formatShare(conversion(sold, visitors)),
            note: sayVisitors(visitors, sold),
            change: change("Conversion rate"),
          },
        }}
      />
      <section className="staff-panel">
        <OrdersChart figures={figures} />
      </section>
      <div className="staff-panels">
        <section className="staff-panel">
          <h2>Average order value</h2>
          <DescriptionList
            items={described({
              "All orders": "Average order",
              "Self purchase": "Average self purchase",
              "Voucher purchase": "Average voucher purchase",
              "Voucher redemption": "Average voucher redemption",
              "Copies of books": "Average book copy order",
            })}
          />
        </section>
        <section className="staff-panel">
          <h2>Conversion rates</h2>
          <DescriptionList
            items={described({
              "Loops and gifts": "Conversion rate",
              "Self purchase": "Conversion to self purchase",
              "Voucher purchase": "Conversion to voucher purchase",
              "Voucher redemption": "Conversion to voucher redemption",
            })}
          />
        </section>
        <section className="staff-panel">
          <h2>People</h2>
          <DescriptionList
            items={described({
              "Active users": "Active users",
              "New customers": "New customers",
              "Returning customers": "Returning customers",
            })}
          />
        </section>
      </div>
    </>
  );
}

interface OverviewProps {
  readonly figures: PeriodFigures;
  /** Of the period before, to the same time of day. */
  readonly before: PeriodFigures;
}

const ordersOf = (count: number) => `${formatNumber(count)} ${count === 1 ? "order" : "orders"}`;
