import type { Company } from "./company";
import type { WrittenPage } from "./passage";

export interface CookieLine {
  /** As the browser shows it. */
  readonly name: string;
  readonly purpose: string;
  readonly lasts: string;
}

/**
 * Every cookie a visitor or customer can get from us. All are strictly necessary, so none needs consent (Privacy and
 * Electronic Communications Regulations 2003, reg. 6(4)).
 *
 * @
 * @param isHttps whether people reach the site over https, where names begin with __Host-.
 */
export function ourCookies(isHttps: boolean): readonly CookieLine[] {
  const prefix = isHttps ? "__Host-" : "";
  return [
    {
      name: `${prefix}loop_session`,
      purpose: "Keeps you signed in. It holds a random key that means nothing without our records.",
      lasts: "Until you sign out, 14 days without a visit, or 30 days at most",
    },
    {
      name: `${prefix}loop_device`,
      purpose:
        "Knows this browser as one you have signed in with, so that a stranger guessing at your password can’t keep you out. It signs nobody in.",
      lasts: "A year, or until you change your password",
    },
    {
      name: `${prefix}loop_journey`,
      purpose:
        "Remembers what you have chosen on the way to a loop, a gift or a voucher, so that you needn’t choose it twice. It holds choices only, never a price or a name.",
      lasts: "30 days",
    },
    {
      name: `${prefix}loop_signup`,
      purpose:
        "Remembers how far you have come where you sign up and pay in one go, and an address you began to type there. It never holds a password, a price or anything about your card.",
      lasts: "Until you close the browser, sign out, or your order is complete",
    },
    {
      name: `${prefix}loop_cart`,
      purpose:
        "Keeps the copies of a book that you have put into your cart, and which of your addresses they go to. It holds choices only, never a price.",
      lasts: "30 days, or until you sign out",
    },
    {
      name: `${prefix}loop_form`,
      purpose:
        "Protects forms: it ties each one to your browser, so that another site can’t send it in your name.",
      lasts: "180 days",
    },
    {
      name: `${prefix}loop_flash`,
      purpose: "Carries a short message, such as “Saved”, from one page to the next. It is read once.",
      lasts: "5 minutes",
    },
    {
      name: `${prefix}loop_reset`,
      purpose:
        "Holds the key of a link for a new password, so that it doesn’t stay in the address of the page.",
      lasts: "Half an hour, or until the new password is saved",
    },
  ];
}

/** The text around the table of cookies, which follows the first passage. */
export function cookiesCopy(company: Company): WrittenPage {
  return {
    title: "Cookies",
    lead: "A small plate: eight, all ours, all needed, and none of them curious.",
    changedOn: "2026-11-21",
    passages: [
      {
        id: "our-cookies",
        heading: "The ones we set",
        paragraphs: [
          "A cookie is a line of text that a site leaves in your browser to know it again. We set these eight, each only when a page needs it. Scripts can’t read them and other sites don’t get them.",
        ],
      },
      {
        id: "no-banner",
        heading: "Why nobody asked you",
        paragraphs: [
          "The law asks for your consent to cookies that aren’t needed for what you came to do. We have none of those: no advertising, no analytics, no social media buttons that report back. So there is nothing to accept and no banner to chase round the page.",
        ],
      },
      {
        id: "paying",
        heading: "Where you pay",
        paragraphs: [
          "On the pages where you pay, our payment provider takes over a part of the work and may set cookies of its own, to take the payment and to keep out fraud. Its own notice says what they are. No other page brings in anybody else.",
        ],
      },
      {
        id: "your-browser",
        heading: "What you can do",
        paragraphs: [
          "You can delete cookies or refuse them in the settings of your browser. Pages that are only read go on working. Signing in, sending a form and paying do not work without them.",
          `If anything here is unclear, write to ${company.email}.`,
        ],
      },
    ],
  };
}
