import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatLondonDay } from "~/domain/kernel/time/format-days";
import { seller } from "~/domain/mail/layout/seller.server";
import { storedText } from "~/domain/shop/terms/stored-texts.server";
import { param } from "~/web/params";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { WrittenPageView } from "./written-page";

/** The terms, or the privacy notice, as an order was made under them. */
export const handle: ScreenHandle<{ page: { title: string } }> = {
  title: ({ page }) => `${page.title}, as they were`,
  noindex: true,
};

/** Public, as the text was on its day. */
export function loader({ params }: LoaderFunctionArgs) {
  const stored = storedText(param(params, "hash"));
  if (!stored) notFound();
  return data({ ...stored, email: seller.email });
}

export default function SmallPrint() {
  const { page, storedAt, email } = useLoaderData<typeof loader>();
  const lead = `This is the version we first took an order under on ${formatLondonDay(new Date(storedAt))}. It may have changed since.`;
  return <WrittenPageView page={{ ...page, lead }} email={email} />;
}
