import { EMPTYING_RULE } from "~/domain/diary/entries/emptying";
import { PRIVATE_MATTERS } from "~/domain/diary/entries/private-matters";
import { TAKEN_AT_ANY_TIME, USED_FOR_THE_BOOK } from "~/domain/diary/loops/whose-words";
import { REMOVED_PHOTO_RULE } from "~/domain/diary/photos/removed-photos";
import { NO_PLACE } from "~/domain/diary/rules/photo-rules";
import { type Company, companyLines, whereToWrite } from "~/domain/kernel/company/company";
import type { WrittenPage } from "~/domain/kernel/company/written-page";
import { numberInWords } from "~/domain/kernel/text/numbers";
import { IMPERSONATION_MINUTES } from "~/domain/kernel/time/access-lengths";
import { BACKUP_DAYS, DELETION_MOST_DAYS, DELETION_WAIT_DAYS, ORDER_RECORD_YEARS } from "~/domain/kernel/time/deletion";
import {
  KEEP_ATTEMPTS_DAYS,
  KEEP_CODES_HOURS,
  KEEP_EMAILS_WITHOUT_ACCOUNT_DAYS,
  KEEP_ENQUIRIES_MONTHS,
  KEEP_FUNNEL_MONTHS,
  KEEP_TYPED_VOUCHERS_DAYS,
  KEEP_UNPAID_ORDERS_DAYS,
  KEEP_UNPROVEN_DAYS,
  KEEP_WEBHOOK_BODIES_DAYS,
} from "~/domain/kernel/time/retention-periods";
import { ALWAYS_SENT } from "~/domain/mail/outbox/always-sent";
import { NEWS_RULE } from "~/domain/people/accounts/news";
import { SESSION_DAYS, SESSION_IDLE_DAYS } from "~/domain/people/accounts/session-length";
import { BOOK_LOOKS_SHOWN } from "../order-rules/book-looks";
import { CANCELLED_YEAR_DAYS } from "../order-rules/cancellation";
import { CARRIER_GETS } from "../order-rules/carrier-contact";
import { BANK_GETS } from "../order-rules/disclosure";
import { CHECKED_BEFORE_PRINT, PHONE_USE } from "../order-rules/shipments";
import { COMPLAINTS } from "./complaints";
import { LEAVES_OUT, WHAT_STAYS } from "./what-stays";

const printerOf = ({ printerCountry }: Company) =>
  printerCountry === null ? "A printer" : `A printer, which prints in this country: ${printerCountry},`;

/**
 * The privacy notice: UK GDPR art. 12 to 14, and the complaints procedure of section 164A of the Data Protection Act
 * 2018. Its periods match the retention rules and the deletion of accounts.
 */
export function privacyCopy(company: Company): WrittenPage {
  return {
    title: "Privacy Policy",
    lead: "You’re trusting us with a year of your life. This is what we keep, why, for how long, and how to get it back.",
    changedOn: "2026-11-26",
    passages: [
      {
        id: "in-short",
        heading: "In short",
        paragraphs: [],
        list: [
          `Your photos and stories are yours. ${USED_FOR_THE_BOOK}`,
          "Your entries are private. Staff open one only for a reason, and you can see who did, when and why.",
          "No advertising, no trackers, and no cookies but ours, except where you pay.",
          TAKEN_AT_ANY_TIME,
        ],
      },
      {
        id: "who",
        heading: "Who is responsible",
        paragraphs: ["The company that decides what happens to your data, and is responsible for it, is:"],
        list: companyLines(company),
      },
      {
        id: "what",
        heading: "What we keep, and why",
        paragraphs: [
          "The law asks us to give a legal basis for each thing we do with your data. “Contract” means we can’t do what you ordered without it; “legitimate interest” means we have a fair reason that doesn’t outweigh yours.",
        ],
        list: [
          `Your account: name, email address, and your password in a form that can be checked but not read. To sign you in. Your phone number, if you give it. ${PHONE_USE} Contract.`,
          "Your loop: words, photos, captions, dates, drafts and earlier versions. To keep your journal and print your book. Contract.",
          "Orders: what you bought, what you paid, the make and last four digits of the card, where it goes and who receives it. To supply it, and to keep the accounts that tax law requires. Contract and legal duty.",
          "Gifts: the recipient’s name and email address and the giver’s message, all of which the giver tells us. To deliver the voucher. Contract with the giver; towards the recipient, legitimate interest.",
          "Emails we send: which, when, and whether they were delivered. To send what you asked for and to show that we did. Contract and legitimate interest.",
          "What you write to us. To reply. Legitimate interest.",
          "Sign-ins and attempts: when, from which network address and with what kind of browser. To keep accounts safe. Legitimate interest.",
          "Counts of how many people reach each step of a purchase. We keep these ourselves, without a cookie. To see where the shop is hard to use. Legitimate interest.",
          `${NEWS_RULE} Consent.`,
        ],
      },
      {
        id: "needed",
        heading: "What we need from you",
        paragraphs: [
          "We need your name and email address to open an account, and a UK address to deliver your book. Everything else is up to you, and so is what you write.",
          `What you write may say something about health, faith, politics or love. The law protects that more strictly, so we ask for your explicit consent where you write: “${PRIVATE_MATTERS}” We use it for nothing else. You withdraw that consent by taking the words or the photo out, or by deleting your account.`,
          "Other people appear in your loop too; please treat them as you’d like to be treated.",
        ],
      },
      {
        id: "photographs",
        heading: "Photographs",
        paragraphs: [
          `${NO_PLACE} We keep that file for you to download, and make sizes for the screen and for print. Your photos have no public address: only you can see them, when you’re signed in, and staff who have permission and a reason.`,
        ],
      },
      {
        id: "who-looks",
        heading: "Who can see it",
        paragraphs: [
          "You can. Somebody who gave you a loop can’t see what you write, and sees your progress only if you turn that on.",
          `A few of our staff can, as far as their work needs it. ${CHECKED_BEFORE_PRINT} Staff must give a reason before they open one, and the Privacy tab of your account settings shows you who opened it, when and why. ${BOOK_LOOKS_SHOWN} An automatic check may move an entry up the list, but a person always decides. Staff who are helping you may view your account as you see it, for at most ${IMPERSONATION_MINUTES} minutes. We record their reason, and they can’t change anything.`,
          "We make no automated decisions about you and build no profiles.",
        ],
      },
      {
        id: "who-helps",
        heading: "Who we share it with",
        paragraphs: [
          "Other companies do some of the work for us. They get what they need to do it and may use it for nothing else, unless the law says they must. We never sell your data.",
          "If one of them handles data outside the United Kingdom, the law asks for safeguards: a country that the UK recognises as giving enough protection, or the contract terms approved for the purpose. Ask us and we’ll tell you which apply.",
        ],
        list: [
          "A payment provider, which takes your payment and is responsible for that part itself. It tells us that you paid, and the make and the last four digits of your card, which we keep with the order. It never tells us your card number.",
          "Hosting and storage companies, which keep the site, the database, the photos and the backups.",
          "An email company, which sends our emails.",
          `${printerOf(company)} and a carrier, which get the pages of your book and the delivery address. ${CARRIER_GETS}`,
          `Your bank, if you ask it to take a payment back. It gets, through the payment provider, what shows that you ordered and got what you paid for. ${BANK_GETS} Legitimate interest: to defend ourselves.`,
        ],
      },
      {
        id: "how-long",
        heading: "How long we keep it",
        paragraphs: ["Only as long as we need it. When its time is up, we delete it the next night at the latest:"],
        list: [
          "Your account, your loops and the record of emails sent to you: until you delete the account.",
          `After you delete your account: ${numberInWords(DELETION_WAIT_DAYS)} days to change your mind. Then we delete your words and photos, within ${DELETION_MOST_DAYS} days at most, and from the backups within ${BACKUP_DAYS} days after that. We’ll email you when it’s done.`,
          `If you bought as a guest: until you ask us to delete it. Write to us, and after the same ${numberInWords(DELETION_WAIT_DAYS)} days we delete your name, your addresses and our emails to you.`,
          `After that, only this stays. ${WHAT_STAYS.join(" ")}`,
          `Orders and vouchers: ${numberInWords(ORDER_RECORD_YEARS)} years from the day you paid, because tax law says so. Then we take your name, your addresses and your card’s last digits out of them, also if you bought as a guest. If our staff made you a voucher and it’s over, we take your details out of it then too. Out of an order that was never paid, we take them after ${KEEP_UNPAID_ORDERS_DAYS} days.`,
          `${EMPTYING_RULE} ${REMOVED_PHOTO_RULE}`,
          `What’s been written in a year that was cancelled: ${CANCELLED_YEAR_DAYS} days, so that it can be downloaded.`,
          `An account whose email address is never confirmed: ${KEEP_UNPROVEN_DAYS} days.`,
          `Codes and reset links: ${KEEP_CODES_HOURS} hours.`,
          `A sign-in: until you sign out, ${SESSION_IDLE_DAYS} days without a visit, or ${SESSION_DAYS} days at most.`,
          `A voucher code you typed and haven’t used yet: ${KEEP_TYPED_VOUCHERS_DAYS} days. What’s in your cart is in your browser alone; our page about cookies says how long.`,
          `The counts of attempts that protect against guessing: ${KEEP_ATTEMPTS_DAYS} days.`,
          `Messages from the payment provider, once we’ve dealt with them: ${KEEP_WEBHOOK_BODIES_DAYS} days.`,
          `Emails that don’t belong to an account: ${KEEP_EMAILS_WITHOUT_ACCOUNT_DAYS} days. If the email brought a gift, we then keep only the address, until its voucher is used or runs out, so that “No reminders, please” works.`,
          "The record of what our staff did: as long as we may have to account for it.",
          `What you write to us through the contact form: ${KEEP_ENQUIRIES_MONTHS} months.`,
          `Counts of how far visitors got, which name nobody: ${KEEP_FUNNEL_MONTHS} months.`,
        ],
      },
      {
        id: "rights",
        heading: "Your rights",
        paragraphs: [
          `In your account settings you can correct your details and sign out another device. The Books tab has your book so far and a zip file of any loop: your words, and the original photos. The Privacy tab has a copy of what we hold about you, and lets you delete your account. ${LEAVES_OUT} If you’d rather ask a person, write to us and we’ll do it.`,
          `You also have the right to ask us to limit what we do with your data, to object to anything we do on the basis of legitimate interest, and to withdraw consent. Write to ${whereToWrite(company)}. It’s free, and we reply within one month of the day it reaches us.`,
        ],
      },
      {
        id: "children",
        heading: "Children",
        paragraphs: [
          "Accounts belong to adults. Many loops are about children, and some are written with them; we keep that as private as everything else, and use it only for the book. If you’re a child in a book, now or grown up, and want to talk to us about it, write to us.",
        ],
      },
      {
        id: "emails",
        heading: "Emails from us",
        paragraphs: [
          `${ALWAYS_SENT} That includes your book and a gift on its way. Every other email says how to stop it.`,
        ],
      },
      {
        id: "safety",
        heading: "How we keep it safe",
        paragraphs: [
          "Passwords are stored only in scrambled form. Staff sign in separately, with two-step verification, and we record what they do. We keep backups in a separate place.",
          "If something happens that puts you at risk, we’ll tell you, and the Information Commissioner, as the law requires.",
        ],
      },
      {
        id: "complaints",
        heading: "If you’re not happy",
        paragraphs: [
          `Complain to us first if you can: use the form on our home page or write to ${whereToWrite(company)}, and say that it’s about your data. ${COMPLAINTS}`,
          "You can also complain to the Information Commissioner’s Office, the UK regulator, at any time: ico.org.uk/make-a-complaint or 0303 123 1113.",
        ],
      },
      {
        id: "changes",
        heading: "Changes",
        paragraphs: [
          "If we change this page, we change the date at the top. If a change affects you, we’ll tell you before it takes effect.",
        ],
      },
    ],
  };
}
