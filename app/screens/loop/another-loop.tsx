import type { AvailableCredit } from "~/domain/diary/loops/credits.server";
import { Banner } from "~/ui/banner";

/** A paid loop without a date, on the dashboard of another one. */
export function AnotherLoop({ toBegin }: { readonly toBegin: AvailableCredit | null }) {
  if (!toBegin) return null;
  return (
    <div className="container section-tight">
      <Banner action={<a href={toBegin.place}>Choose your delivery date</a>}>
        You have another loop ready to start.
      </Banner>
    </div>
  );
}
