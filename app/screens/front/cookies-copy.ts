import type { Company } from "~/domain/kernel/company/company";
import type { WrittenPage } from "~/domain/kernel/company/written-page";
import { capitalise, minutesInWords, numberInWords } from "~/domain/kernel/text/numbers";
import { RESET_LINK_MINUTES } from "~/domain/kernel/time/access-lengths";
import { SESSION_DAYS, SESSION_IDLE_DAYS } from "~/domain/people/accounts/session-length";
import { CART_DAYS, FLASH_MINUTES, FORM_TOKEN_DAYS, JOURNEY_DAYS } from "~/web/cookie-lengths";

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
      purpose: "Keeps you signed in. It holds a random key that means nothing outside our records.",
      lasts: `Until you sign out, ${SESSION_IDLE_DAYS} days without a visit, or ${SESSION_DAYS} days at most`,
    },
    {
      name: `${prefix}loop_device`,
      purpose:
        "Recognises this browser as one you’ve signed in with, so that a stranger who guesses at your password can’t lock you out. It doesn’t sign anybody in.",
      lasts: "A year, or until you change your password",
    },
    {
      name: `${prefix}loop_journey`,
      purpose:
        "Remembers what you’ve chosen while buying a loop, giving one or redeeming a voucher, so that you don’t have to choose it twice. It holds choices only, never a price or a name.",
      lasts: `${JOURNEY_DAYS} days`,
    },
    {
      name: `${prefix}loop_signup`,
      purpose:
        "Remembers how far you’ve got when you sign up and pay in one go, and an address you started to type there. It never holds a password, a price or anything about your card.",
      lasts: "Until you close the browser, sign out, or your order is complete",
    },
    {
      name: `${prefix}loop_typed`,
      purpose:
        "Keeps what you typed on the payment page while you sign in, apply or remove a discount code, or tell us which loop you mean. It never holds a password, a price or anything about your card.",
      lasts: "Until you pay, sign out or close the browser",
    },
    {
      name: `${prefix}loop_cart`,
      purpose:
        "Remembers the copies of a book in your cart, and which of your addresses they go to. It holds choices only, never a price.",
      lasts: `${CART_DAYS} days, or until you sign out`,
    },
    {
      name: `${prefix}loop_form`,
      purpose:
        "Protects forms: it ties each one to your browser, so that another site can’t send it in your name. It’s set when you open a page with such a form, because the form carries its other half.",
      lasts: `${FORM_TOKEN_DAYS} days`,
    },
    {
      name: `${prefix}loop_flash`,
      purpose: "Carries a short message, such as “Saved”, from one page to the next. It is read once.",
      lasts: `${FLASH_MINUTES} minutes`,
    },
    {
      name: `${prefix}loop_reset`,
      purpose: "Holds the key from a password reset link, so that it doesn’t stay in the page’s address.",
      lasts: `${capitalise(minutesInWords(RESET_LINK_MINUTES))}, or until the new password is saved`,
    },
  ];
}

/** The text around the table of cookies, which follows the first passage. */
export function cookiesCopy(company: Company): WrittenPage {
  return {
    title: "Cookies",
    lead: `We use ${numberInWords(ourCookies(true).length)} cookies. All are ours, all are needed, and none of them track you.`,
    changedOn: "2026-11-26",
    passages: [
      {
        id: "our-cookies",
        heading: "The cookies we use",
        paragraphs: [
          "A cookie is a line of text that a site leaves in your browser to recognise it. We set each of these only when a page needs it. Scripts can’t read them and other sites don’t get them.",
        ],
      },
      {
        id: "no-banner",
        heading: "Why there’s no cookie banner",
        paragraphs: [
          "The law asks for your consent to cookies that aren’t needed for what you came to do. We don’t have any: no advertising, no analytics, no social media buttons that report back. So there’s nothing to accept.",
        ],
      },
      {
        id: "paying",
        heading: "Where you pay",
        paragraphs: [
          "On the pages where you pay, our payment provider may set its own cookies, to take the payment and prevent fraud. Its own notice says what they are. No other page of ours lets anybody else set cookies.",
        ],
      },
      {
        id: "your-browser",
        heading: "What you can do",
        paragraphs: [
          "You can delete cookies or refuse them in the settings of your browser. You can still read our pages, but you can’t sign in, send a form or pay without them.",
          `If anything here isn’t clear, email ${company.email}.`,
        ],
      },
    ],
  };
}
