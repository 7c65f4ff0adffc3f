import { useLocation, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { loader as rootLoader } from "~/root";
import { Banner } from "~/ui/banner";
import { Page, type PageProps } from "~/ui/page";

type FrameProps = Omit<PageProps, "header" | "notice" | "year"> & { readonly children: ReactNode };

/** A customer's page: the visitor's own header, and the sentence the page before left, first in main. */
export function Frame(props: FrameProps) {
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const { pathname } = useLocation();
  const flash = root?.flash;
  const notice = flash && (
    <Banner tone={flash.tone}>
      <b>{flash.message}</b> {flash.more}
    </Banner>
  );
  return (
    <Page {...props} header={{ ...root?.visitor, current: pathname }} notice={notice} year={root?.year} />
  );
}
