import { CHECKOUT_FOOTER_LINKS, footerGroups, type SiteLink, socialLinks, type Visitor } from "./site-links";
import { Wordmark } from "./wordmark";

export interface FooterProps extends Visitor {
  /** For the copyright line; without it the line names no year. */
  readonly year?: number;
  /** The home page's absolute address for sharing; without it there are no sharing links. */
  readonly site?: string;
  /** Who sells, in one line. */
  readonly company?: string;
}

/** The footer of every page except checkout. */
export function Footer({ year, site, company, ...visitor }: FooterProps) {
  return (
    <footer className="site-footer">
      <div className="container">
        <div className="site-footer-columns">
          <div>
            <a className="home-link" href="/">
              <Wordmark thread="linen" size="footer" />
            </a>
            <p className="colophon">One small stitch a week. One book for life.</p>
            {site && <SharingLinks site={site} />}
          </div>
          {footerGroups(visitor).map((group) => (
            <nav key={group.title} aria-label={group.title}>
              <h2>{group.title}</h2>
              <FooterLinks links={group.links} />
            </nav>
          ))}
        </div>
        <hr />
        <p className="small-print">© {year ? `${year} ` : ""}Loop. Delivered across the United Kingdom.</p>
        {company && <p className="small-print">{company}</p>}
      </div>
    </footer>
  );
}

function SharingLinks({ site }: { readonly site: string }) {
  return (
    <nav className="passed-on" aria-labelledby="passed-on">
      <p id="passed-on">Share Loop</p>
      <FooterLinks links={socialLinks(site)} />
    </nav>
  );
}

/** The footer of a checkout: one row. */
export function CheckoutFooter({ year, company }: Pick<FooterProps, "year" | "company">) {
  return (
    <footer className="site-footer site-footer-short">
      <div className="container">
        <p className="small-print">© {year ? `${year} ` : ""}Loop</p>
        {company && <p className="small-print">{company}</p>}
        <FooterLinks links={CHECKOUT_FOOTER_LINKS} />
      </div>
    </footer>
  );
}

function FooterLinks({ links }: { readonly links: readonly SiteLink[] }) {
  return (
    <ul>
      {links.map((link) => (
        <li key={link.href}>
          <a href={link.href}>{link.label}</a>
        </li>
      ))}
    </ul>
  );
}
