import type { ReactNode } from "react";
import { classes } from "./classes";
import { CheckoutFooter, Footer } from "./footer";
import { CheckoutHeader, Header, type HeaderProps } from "./header";
import type { ThemeName } from "./theme";
import { Ticker, tickerMessages } from "./ticker";

/**
 * shop: ticker, full header and footer; a page lays out its own bands.
 * signed-in: the same without the ticker.
 * checkout: short header and footer, everything in one container.
 * reading: no ticker, one column of a comfortable reading width.
 */
export type PageVariant = "shop" | "checkout" | "signed-in" | "reading";

export interface PageProps {
  readonly variant: PageVariant;
  readonly header: HeaderProps;
  /** The theme of the loop being shown; without it cloth is ink. One cloth per screen. */
  readonly theme?: ThemeName;
  /** The width of main: full = bands from edge to edge, container = 1240 px, column = 60 characters. */
  readonly width?: "full" | "container" | "column";
  /** Rag behind an open book. */
  readonly ground?: "paper" | "rag";
  /** A flash banner: first in main, in its own container on a page of bands. */
  readonly notice?: ReactNode;
  /** For the copyright line. */
  readonly year?: number;
  /** The home page's absolute address, for the sharing links; personal pages have none. */
  readonly site?: string;
  /** The launch offer in the ticker, for visitors who can use it. */
  readonly offer?: string;
  /** The seller's details, for the footer. */
  readonly company?: string;
  readonly children: ReactNode;
}

const USUAL_WIDTH = { shop: "full", "signed-in": "full", checkout: "container", reading: "column" } as const;

/** Everything inside body: skip link, header, main and footer. */
export function Page(props: PageProps) {
  const { variant, header, theme, width = USUAL_WIDTH[variant], ground, notice, year, site, company, children } = props;
  const checkout = variant === "checkout";
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to main content
      </a>
      {variant === "shop" && <Ticker messages={tickerMessages(props.offer)} />}
      {checkout ? <CheckoutHeader /> : <Header {...header} />}
      <main
        id="main"
        data-theme={theme}
        className={classes("main", width !== "full" && "container", `main-${width}`, ground === "rag" && "main-rag")}
      >
        {notice &&
          (width === "full" ? (
            <div className="container notice">{notice}</div>
          ) : (
            <div className="notice">{notice}</div>
          ))}
        {children}
      </main>
      {checkout ? (
        <CheckoutFooter year={year} company={company} />
      ) : (
        <Footer signedIn={header.signedIn} year={year} company={company} site={variant === "shop" ? site : undefined} />
      )}
    </>
  );
}
