import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readCompany } from "~/domain/mail/layout/seller.server";
import { privacyCopy } from "~/domain/shop/terms/privacy-copy";
import type { ScreenHandle } from "~/web/screen";
import { WrittenPageView } from "./written-page";

export const handle: ScreenHandle = {
  ...privacyCopy.head,
  cached: {},
};

/** Public. */
export function loader() {
  const company = readCompany();
  return data({ company });
}

export default function Privacy() {
  const { company } = useLoaderData<typeof loader>();
  return <WrittenPageView page={privacyCopy(company)} email={company.email} />;
}
