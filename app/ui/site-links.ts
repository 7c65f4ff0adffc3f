/** The links of header and footer; a page that does not exist is not listed. */

export interface SiteLink {
  readonly label: string;
  readonly href: string;
}

export interface LinkGroup {
  readonly title: string;
  readonly links: readonly SiteLink[];
}

/** What the header needs to know about the visitor. */
export interface Visitor {
  readonly signedIn?: boolean;
  /** Owns a loop, or has no purchase yet: a new account counts as a participant. */
  readonly showsMyLoop?: boolean;
  /** Has bought something for somebody else. */
  readonly showsMyGifts?: boolean;
  /** The name of the account on its owner's devices, for what they keep without a connection. */
  readonly deviceAccount?: string;
}

export const LOGOUT_PATH = "/logout";

export const BEGIN_LINK: SiteLink = { label: "Begin your loop", href: "/loop-theme" };

export const HELP_LINK: SiteLink = { label: "Need a hand?", href: "/#contact" };

const MY_LOOP_LINK: SiteLink = { label: "My loop", href: "/dashboard" };

const MY_GIFTS_LINK: SiteLink = { label: "My gifts", href: "/account-settings?tab=orders" };

/** Sections of the home page. */
export const HOME_ANCHORS: readonly SiteLink[] = [
  { label: "How it works", href: "/#how-it-works" },
  { label: "Themes", href: "/#themes" },
  { label: "FAQ", href: "/#faq" },
];

const GIFT_LINK: SiteLink = { label: "Gift a loop", href: "/gift" };

const REDEEM_LINK: SiteLink = { label: "Redeem a loop", href: "/redeem" };

const SHOP_LINKS: readonly SiteLink[] = [{ label: "About us", href: "/about" }, GIFT_LINK, REDEEM_LINK];

/** Logout always follows them. */
export const ACCOUNT_LINKS: readonly SiteLink[] = [{ label: "Account settings", href: "/account-settings" }];

/** The header's links in order, without the button and the account menu. */
export function headerLinks({ signedIn, showsMyLoop, showsMyGifts }: Visitor): readonly SiteLink[] {
  if (!signedIn) return [...SHOP_LINKS, { label: "Sign in", href: "/auth" }];
  return [...SHOP_LINKS, ...(showsMyLoop ? [MY_LOOP_LINK] : []), ...(showsMyGifts ? [MY_GIFTS_LINK] : [])];
}

/** The footer's columns. */
export function footerGroups({ signedIn }: Visitor): readonly LinkGroup[] {
  return [
    {
      title: "Loops",
      links: [BEGIN_LINK, GIFT_LINK, REDEEM_LINK, { label: "All loops", href: "/years" }],
    },
    {
      title: "Help",
      links: [
        { label: "How it works", href: "/#how-it-works" },
        { label: "FAQ", href: "/#faq" },
        { label: "Contact us", href: "/#contact" },
        signedIn ? MY_LOOP_LINK : { label: "Sign in", href: "/auth" },
      ],
    },
    {
      title: "The small print",
      links: [
        { label: "Terms", href: "/terms" },
        { label: "Privacy", href: "/privacy" },
        { label: "Cookies", href: "/cookies" },
        { label: "Accessibility", href: "/accessibility" },
      ],
    },
  ];
}

const SHARED_COPY = "One small stitch a week, one book for life";

/**
 * Sharing links: plain links to the services' own share pages, with no script and no tracking. `site` is the home
 * page's absolute address, from which the shared image's address is derived.
 */
export function socialLinks(site: string): readonly SiteLink[] {
  const link = (place: string, query: Record<string, string>) => `${place}?${new URLSearchParams(query)}`;
  const media = new URL("/artwork/share.png", site).href;
  return [
    { label: "WhatsApp", href: link("https://wa.me/", { text: `${SHARED_COPY}: ${site}` }) },
    { label: "Facebook", href: link("https://www.facebook.com/sharer/sharer.php", { u: site }) },
    {
      label: "Pinterest",
      href: link("https://www.pinterest.com/pin/create/button/", {
        url: site,
        media,
        description: SHARED_COPY,
      }),
    },
  ];
}

/** The single row of links in a checkout's footer. */
export const CHECKOUT_FOOTER_LINKS: readonly SiteLink[] = [
  { label: "Terms", href: "/terms" },
  { label: "Privacy", href: "/privacy" },
  { label: "Contact us", href: "/#contact" },
];
