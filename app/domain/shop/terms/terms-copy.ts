import { SPINE_RULE } from "~/domain/book/layout/cover";
import type { PriceList } from "~/domain/diary/catalogue/prices";
import { BOOK_PROMISE, COPY_PROMISE, MAKING_IN_WORDS } from "~/domain/diary/loops/book-days";
import { PRINTED_ON_REQUEST } from "~/domain/diary/loops/completion";
import { NO_GAP } from "~/domain/diary/loops/printed-weeks";
import {
  DAYS_FROM_START_TO_DELIVERY,
  LATEST_DELIVERY_YEARS,
  MAKING_WEEKS,
  MOST_PAUSED_WEEKS,
  WEEKS,
  WEEKS_IN_WORDS,
} from "~/domain/diary/rules/calendar";
import { PHOTOS_A_WEEK } from "~/domain/diary/rules/photo-rules";
import { BINDING_OF_A_LOOP, nameOfCopy } from "~/domain/kernel/book-format/bindings";
import { type Company, companyLines, whereToWrite } from "~/domain/kernel/company/company";
import type { WrittenPage } from "~/domain/kernel/company/written-page";
import { numberInWords } from "~/domain/kernel/text/numbers";
import { DELETION_WAIT_DAYS, IDLE_ACCOUNT_YEARS, IDLE_NOTICE_DAYS } from "~/domain/kernel/time/deletion";
import { CANCEL_WORDS, HOW_WE_REFUND, howToCancel, PRINTED_RULE, REFUND_RULES } from "../order-rules/cancellation";
import { howToChangeAddress } from "../order-rules/order-address";
import { ORDER_PLACES } from "../order-rules/order-places";
import { copyPriceTerms, loopPriceTerms } from "../order-rules/price-words";
import { SMALLEST_CHARGE_PENCE } from "../order-rules/pricing";
import { CHECKED_BEFORE_PRINT } from "../order-rules/shipments";
import { GIVER_MAY, LIKE_CASH, LONGER, ONE_LOOP, OWNER_DECIDES, VALIDITY } from "../vouchers/gift-words";
import { COMPLAINTS } from "./complaints";

/**
 * The terms of sale to consumers in the United Kingdom: Consumer Contracts Regulations 2013 (cancelling, reg. 28 to 36
 * and schedule 3), Consumer Rights Act 2015 (faulty goods, fair terms). They never reduce a statutory right.
 */
export function termsCopy(company: Company, prices: PriceList): WrittenPage {
  const loopPrice = loopPriceTerms(prices);
  const { name, email } = company;
  return {
    title: "Terms & Conditions",
    lead: "What we promise, what we ask of you, and how to change your mind. In plain English, because you’re expected to read it.",
    changedOn: "2026-11-26",
    passages: [
      {
        id: "who-we-are",
        heading: "Who we are",
        paragraphs: [
          "In these terms “we” are the company below, and “you” are the person who buys, gives, redeems or fills in a loop. The terms for an order are the ones on this page on the day you placed it.",
        ],
        list: companyLines(company),
      },
      {
        id: "the-loop",
        heading: "What you buy",
        paragraphs: [
          `A loop is a guided journal for one year: ${WEEKS_IN_WORDS} weekly entries, each with up to ${numberInWords(PHOTOS_A_WEEK)} photos, and one printed book made from them, a ${nameOfCopy(BINDING_OF_A_LOOP)}, delivered in the United Kingdom. ${SPINE_RULE}`,
          "You pay once. There’s no subscription, and nothing renews. You can order extra copies of your book if you’d like them.",
        ],
      },
      {
        id: "account",
        heading: "Your account",
        paragraphs: [
          "You need to be 18 or over to buy from us and to hold an account. Children are very welcome to write; the account belongs to an adult.",
          `Please give us an email address you use, and keep your password to yourself. If you think somebody else has used your account, change the password, which signs out every other device, and email ${email}.`,
        ],
      },
      {
        id: "prices",
        heading: "Prices and paying",
        paragraphs: [
          `Prices are in pounds sterling. ${loopPrice.price} ${copyPriceTerms(prices)}`,
          "Before you pay, one page shows what you’re buying and the total, and the button you press says how much. Our payment provider takes the payment; your card number never passes through our pages.",
          "Our terms, our pages and the contract are in English. The contract between us is made when your payment has gone through and we confirm your order by email. If we can’t accept an order, we tell you and you pay nothing, or we refund what you paid.",
        ],
      },
      {
        id: "ordering",
        heading: "How you order",
        paragraphs: [
          "You choose a theme and the type of loop, then fill in your email address, where the book goes and how you pay, on one page or step by step. Copies of a book go into a cart, and the address and the payment follow. Until you press the button that says how much, you can change everything you’ve typed or chosen, on the page or with the browser’s Back button, and nothing is ordered. If something’s missing or looks wrong, the page says so beside the field.",
          `We keep the text of your order and the terms you ordered under. Both are in the email that confirms it and on its receipt, and you can read them ${ORDER_PLACES.anybody}.`,
        ],
      },
      {
        id: "discounts",
        heading: "Discount codes",
        paragraphs: [
          `A code comes off the price before delivery and never takes it below zero. We can’t charge less than ${SMALLEST_CHARGE_PENCE} pence, so a code that would leave less than that to pay leaves ${SMALLEST_CHARGE_PENCE} pence, unless it takes everything off. Some codes have an end date, a minimum order or a limit on how often they can be used, and some are for a first order only, or for once per customer; the payment page says if yours doesn’t apply. We know a customer by their account and by the email address of the order, so an order placed without an account counts too. Codes can’t be exchanged for money or used for what a voucher pays.`,
        ],
      },
      {
        id: "vouchers",
        heading: "Gift vouchers",
        paragraphs: [ONE_LOOP, `${VALIDITY.anybody} ${LONGER}`, `${LIKE_CASH} ${GIVER_MAY}`, OWNER_DECIDES],
      },
      {
        id: "cancel",
        heading: "Changing your mind",
        paragraphs: [
          `${howToCancel(null)} For a gift it says “${CANCEL_WORDS.gift}”, for copies of a book “${CANCEL_WORDS.book_copies}”. Or write to ${whereToWrite(company)} and tell us clearly that you want to cancel; you can use the form below, but you don’t have to. You’re in time if you send it on the last day. We’ll confirm by email that we’ve had it.`,
          `${HOW_WE_REFUND} How much you get depends on what has happened so far:`,
        ],
        list: [
          ...Object.values(REFUND_RULES),
          `${PRINTED_RULE} This applies to the book that comes with a loop, once you’ve sent it to print, and to extra copies at the printer.`,
        ],
      },
      {
        id: "cancellation-form",
        heading: "Cancellation form",
        paragraphs: ["Complete and return this form only if you wish to cancel the contract."],
        list: [
          `To: ${companyLines(company).join(", ")}`,
          "I/We* hereby give notice that I/We* cancel my/our* contract of sale of the following goods* / for the supply of the following service*:",
          "Ordered on* / received on*:",
          "Name of consumer(s):",
          "Address of consumer(s):",
          "Signature of consumer(s) (only if this form is sent on paper):",
          "Date:",
          "* Delete as appropriate.",
        ],
      },
      {
        id: "the-year",
        heading: "Your year and your book",
        paragraphs: [
          `Once you’ve paid or entered your voucher’s code, you choose the day you’d like your book, between ${WEEKS} weeks and ${numberInWords(LATEST_DELIVERY_YEARS)} years ahead. Your loop starts ${DAYS_FROM_START_TO_DELIVERY} days before that: ${WEEKS_IN_WORDS} weeks for writing and ${numberInWords(MAKING_WEEKS)} left for us to print and deliver the book. Later you can move that day, to no later than ${numberInWords(LATEST_DELIVERY_YEARS)} years ahead, or pause your year for up to ${numberInWords(MOST_PAUSED_WEEKS)} weeks in total, which moves everything after it. You’ll find both under “Dates and emails” in your loop’s settings.`,
          `You can write any week up to the current one and change your entries until the book goes to print. ${NO_GAP}, unless you ask for a ruled page.`,
          `${PRINTED_ON_REQUEST} You see the proof, every page as it’ll be printed, and you send it to print. Please check it carefully: spellings, dates and photos are printed as the proof shows them. After that you can read the loop but you can’t change it.`,
        ],
      },
      {
        id: "digital",
        heading: "The part on screen",
        paragraphs: [
          "A loop is digital until it’s a book. We supply that part in your account, from the day your year starts: each week opens on its first day and stays open until you send the book to print. You can write week 1 before then, unless you still have days to cancel and haven’t asked us to start early. You need a web browser that’s still kept up to date, and an internet connection; there’s nothing to install and no copy protection. You can download your words and photos and the PDF of your book at any time.",
          "Like the book, it must be as described, fit for its purpose and of satisfactory quality. If it isn’t, you can have it repaired and, if that can’t be done in a reasonable time, some or all of your money back.",
        ],
      },
      {
        id: "delivery",
        heading: "Delivery",
        paragraphs: [
          `${howToChangeAddress("anybody")} ${loopPrice.delivery} ${BOOK_PROMISE}`,
          `The delivery period we agree with you is ${MAKING_IN_WORDS} from the day you send the proof to print. If the day you chose is later, it ends on that day.`,
          COPY_PROMISE,
          "If we’re going to be late we’ll tell you, and you keep every right the law gives you, including the right to cancel and be refunded if the day mattered. The parcel is our responsibility until you have it.",
        ],
      },
      {
        id: "something-wrong",
        heading: "If something is wrong",
        paragraphs: [
          `We have a legal duty to supply goods and services that match this contract. If your book arrives damaged, misprinted or late, or anything else isn’t right, email ${email} and, if you can, send a picture.`,
          "Under the Consumer Rights Act 2015 goods must be as described, fit for their purpose and of satisfactory quality. If they aren’t, you can return them within 30 days of delivery and be refunded; after that you can have them repaired or replaced and, if that can’t be done or doesn’t help, claim some or all of your money back. A service must be carried out with reasonable care and skill; if it isn’t, you can ask us to do it again or, where we can’t, to give some money back. You have all these rights for personalised goods too.",
          "Citizens Advice (citizensadvice.org.uk), Advice Direct Scotland (consumeradvice.scot) and Consumerline in Northern Ireland (nidirect.gov.uk/consumerline) explain your rights free of charge.",
        ],
      },
      {
        id: "your-words",
        heading: "Your words and photographs",
        paragraphs: [
          "What you write and the photos you add are yours. You allow us to store, copy, arrange and print them as far as we need to in order to run your loop and make your book, and for nothing else. That permission ends when you delete them, except for books already being printed.",
          "Please use words and photos you have the right to use, and think of the people in them. Keep your own originals: we make backups, but we aren’t an archive.",
        ],
      },
      {
        id: "what-we-print",
        heading: "What we can’t print",
        paragraphs: [
          `${CHECKED_BEFORE_PRINT} We can’t print anything that’s against the law, or that somebody else has the right to forbid. If we hold an entry back, you get a note that says why. You can still read it and change it, and we’ll check it again when you have.`,
          "Please don’t try to get into other people’s accounts, guess voucher codes, or send anything that could harm our systems. We may suspend an account that does, or that is used to break the law.",
        ],
      },
      {
        id: "leaving",
        heading: "Leaving",
        paragraphs: [
          `In your account settings you can download everything you’ve added, and delete your account. You can’t delete it while a book of yours is being printed or on its way; copies that aren’t at the printer yet, cancel first with “${CANCEL_WORDS.book_copies}” under Orders. We wait ${numberInWords(DELETION_WAIT_DAYS)} days in case you change your mind; after that your words and photos are deleted for good, and any loop in progress ends. Our privacy policy says what the law makes us keep.`,
          `We may close an account that nobody has signed in to for ${numberInWords(IDLE_ACCOUNT_YEARS)} years and that has no year in progress, no loop still to be started, no book on its way and no voucher still to be used. We’ll email you at least ${IDLE_NOTICE_DAYS} days before, so that you can download what’s in it, or keep it by signing in.`,
        ],
      },
      {
        id: "responsibility",
        heading: "What we’re responsible for",
        paragraphs: [
          "We are responsible for loss that is the foreseeable result of our breaking this contract or failing to take reasonable care. We sell loops for private use, so we aren’t responsible for losses to a business.",
          "Nothing here limits anything we can’t limit by law: death or injury through our negligence, fraud, or your rights as a consumer.",
        ],
      },
      {
        id: "law",
        heading: "Changes, complaints and the law",
        paragraphs: [
          "If we change these terms, the new ones apply to orders placed after they appear here.",
          `If you’re unhappy, email ${email} first, so that we can put it right. ${COMPLAINTS} If we can’t settle it between us, we’ll email you the name and website of an approved dispute resolution body that could deal with it, and say whether we agree to use it.`,
          `This contract is between you and ${name}, and is governed by the law of England and Wales. If you live in Scotland or Northern Ireland you keep the protection of the law there, and you can always bring a claim in your own courts.`,
        ],
      },
    ],
  };
}
