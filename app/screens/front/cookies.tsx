import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readCompany, seller } from "~/domain/mail/layout/seller.server";
import { Table } from "~/ui/table";
import type { ScreenHandle } from "~/web/screen";
import { type CookieLine, cookiesCopy, ourCookies } from "./cookies-copy";
import { WrittenPageView } from "./written-page";

export const handle: ScreenHandle = {
  ...cookiesCopy.head,
  cached: {},
};

/** Public. */
export function loader() {
  const company = readCompany();
  return data({
    company,
    cookies: ourCookies(seller.origin.startsWith("https://")),
  });
}

export default function Cookies() {
  const { company, cookies } = useLoaderData<typeof loader>();
  return (
    <WrittenPageView page={cookiesCopy(company)} email={company.email} afterFirst={<CookieTable cookies={cookies} />} />
  );
}

function CookieTable({ cookies }: { readonly cookies: readonly CookieLine[] }) {
  return (
    <Table
      caption="Our cookies"
      captionHidden
      columns={[
        { label: "Name", cell: ({ id }) => id },
        { label: "What it’s for", cell: ({ purpose }) => purpose },
        { label: "How long it lasts", cell: ({ lasts }) => lasts },
      ]}
      rows={cookies.map(({ name, ...cookie }) => ({ id: name, ...cookie }))}
    />
  );
}
