import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readPrices } from "~/domain/catalogue/prices.server";
import { seller } from "~/domain/email/seller.server";
import type { ScreenHandle } from "~/web/screen";
import { termsCopy } from "./terms-copy";
import { WrittenPageView } from "./written-page";

export const handle: ScreenHandle = {
  title: "Terms & Conditions",
  description: "What we promise, what we ask of you, and how to change your mind.",
  cached: {},
};

/** Public. */
export function loader() {
  const { name, email, address, number } = seller;
  return data({ company: { name, email, address, number }, prices: readPrices() });
}

export default function Terms() {
  const { company, prices } = useLoaderData<typeof loader>();
  return <WrittenPageView page={termsCopy(company, prices)} email={company.email} />;
}
