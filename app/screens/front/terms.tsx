import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readPrices } from "~/domain/diary/catalogue/prices.server";
import { readCompany } from "~/domain/mail/layout/seller.server";
import { termsCopy } from "~/domain/shop/terms/terms-copy";
import type { ScreenHandle } from "~/web/screen";
import { WrittenPageView } from "./written-page";

export const handle: ScreenHandle = {
  ...termsCopy.head,
  cached: {},
};

/** Public. */
export function loader() {
  return data({ company: readCompany(), prices: readPrices() });
}

export default function Terms() {
  const { company, prices } = useLoaderData<typeof loader>();
  return <WrittenPageView page={termsCopy(company, prices)} email={company.email} />;
}
