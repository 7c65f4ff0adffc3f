import { expect, it } from "vitest";
import { DAYS_FROM_START_TO_DELIVERY, startDayFor } from "~/domain/diary/rules/calendar";
import { formatDay } from "~/domain/kernel/time/format-days";
import { DateField } from "~/ui/field";
import { PageScript } from "~/ui/page-script";
import { openPage } from "./support/open-page";

it("the start of the year is said for each day in range, and the page’s own words for any other", async () => {
  const page = await openPage(
    <>
      <form data-days-before={DAYS_FROM_START_TO_DELIVERY}>
        <DateField label="Your book arrives by" name="deliveryDay" min="2027-06-01" max="2028-05-31" />
      </form>
      <p data-own-start="">Your year starts 56 weeks before.</p>
      <PageScript name="end-date" />
    </>,
  );
  const field = page.getByLabel("Your book arrives by");
  const said = () => page.locator("[data-own-start]").textContent();
  for (const day of ["2027-06-01", "2027-11-01", "2028-03-27", "2028-05-31"]) {
    await field.fill(day);
    expect(await said()).toBe(`Your year starts ${formatDay(startDayFor(day))}.`);
  }
  for (const day of ["", "2027-05-31", "2028-06-01"]) {
    await field.fill(day);
    expect(await said()).toBe("Your year starts 56 weeks before.");
  }
});
