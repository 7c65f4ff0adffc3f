import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readCompany } from "~/domain/mail/layout/seller.server";
import type { ScreenHandle } from "~/web/screen";
import { accessibilityCopy } from "./accessibility-copy";
import { WrittenPageView } from "./written-page";

export const handle: ScreenHandle = {
  ...accessibilityCopy.head,
  cached: {},
};

/** Public. */
export function loader() {
  const company = readCompany();
  return data({ company });
}

export default function Accessibility() {
  const { company } = useLoaderData<typeof loader>();
  return <WrittenPageView page={accessibilityCopy(company)} email={company.email} />;
}
