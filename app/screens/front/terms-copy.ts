import { type Company, companyLines, whereToWrite } from "./company";
import type { WrittenPage } from "./passage";

/**
 * The terms of sale to consumers in the United Kingdom: Consumer Contracts Regulations 2013 (cancelling, reg. 28 to 36
 * and schedule 3), Consumer Rights Act 2015 (faulty goods, fair terms). They never reduce a statutory right.
 */
export function termsCopy(company: Company): WrittenPage {
  const { name, email } = company;
  return {
    title: "Terms & Conditions",
    lead: "What we promise, what we ask of you, and how to change your mind. In plain English, because you’re expected to read it.",
    changedOn: "2026-11-21",
    passages: [
      {
        id: "who-we-are",
        heading: "Who we are",
        paragraphs: [
          "In these terms “we” are the company below, and “you” are the person who buys, gives, redeems or fills in a loop. The terms that count for an order are the ones that stood here on the day you placed it.",
        ],
        list: companyLines(company),
      },
      {
        id: "the-loop",
        heading: "What you buy",
        paragraphs: [
          "A loop is a guided journal for one year: fifty-two weekly entries, each with up to three photos, and one printed hardback book made from them, delivered in the United Kingdom.",
          "You pay once. There is no subscription, and nothing renews by itself. Extra copies of your book are yours to order or not.",
        ],
      },
      {
        id: "account",
        heading: "Your account",
        paragraphs: [
          "You need to be 18 or over to buy from us and to hold an account. Children are very welcome in the writing; a grown-up keeps the account.",
          `Please give us an email address that reaches you, and keep your password to yourself. If you think somebody else has been in, change the password, which signs out every other device, and write to ${email}.`,
        ],
      },
      {
        id: "prices",
        heading: "Prices and paying",
        paragraphs: [
          "Prices are in pounds sterling. The price of a loop includes its book and delivery to an address in the United Kingdom. For extra copies, any delivery charge and any tax are added up for you before you pay.",
          "Before you pay, one page shows what you’re buying and the whole sum, and the button that pays names it. Payments are taken by our payment provider; your card number never passes through our pages.",
          "The contract between us is made when your payment has gone through and we confirm your order by email. If we can’t accept an order, we tell you and you pay nothing, or get back what you paid.",
        ],
      },
      {
        id: "discounts",
        heading: "Discount codes",
        paragraphs: [
          "A code comes off the price before delivery and never takes it below nothing. Some codes have a last day, a smallest order or a limit on how often they can be used, and some are for a first order only; the payment page says at once if yours doesn’t apply. Codes can’t be changed into money or used for what a voucher pays.",
        ],
      },
      {
        id: "vouchers",
        heading: "Gift vouchers",
        paragraphs: [
          "A voucher buys one loop of any type, with its book and UK delivery, whatever amount is printed on it. It can be used once, all in one go, and not for anything else; it can’t be changed into money.",
          "It is valid for 12 months from the day it was bought. If the giver asked us to send it on a later day, the 12 months run from that day instead. It can be redeemed until the end of its last day, London time. The date is shown before the giver pays and stands on the voucher. If the time runs out for a good reason, write to us; we are able to extend it.",
          "Whoever holds the code can use it, so treat it as you would a banknote. Until it is redeemed, the giver can correct the recipient’s name, email address and sending day, and have the voucher sent again.",
          "The loop belongs to whoever redeems it. The giver does not see what they write, and sees how far along they are only if they choose to show it.",
        ],
      },
      {
        id: "cancel",
        heading: "Changing your mind",
        paragraphs: [
          `You can cancel an order within 14 days of the day you placed it, without giving a reason. The button is under Orders in your account settings, as long as nothing has been begun or redeemed; or write to ${whereToWrite(company)} in any words that make it clear; the form below will do, but you needn’t use it. You’re in time if you send it on the fourteenth day. We acknowledge it by email.`,
          "We refund you within 14 days of hearing from you, by the way you paid, delivery included and without a charge. How much depends on how far things have got:",
        ],
        list: [
          "A gift voucher that hasn’t been redeemed: everything you paid. The code then stops working.",
          "A loop that hasn’t begun: everything you paid.",
          "A loop that has begun because you asked us not to wait for the 14 days to pass: everything except a fair share for the weeks you have had.",
          "A printed book: it is made to your own words and pictures, so the law makes an exception, and it can’t be cancelled or sent back because you have changed your mind. This goes for the book that comes with a loop, once it has been sent to print, and for extra copies. An extra copy that hasn’t gone to the printer yet we’ll stop all the same, if you ask.",
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
          "When you begin, you choose the day on which you would like your book, between 52 weeks and two years ahead. Your loop starts 378 days before that: fifty-two weeks for writing and two for making and delivering the book. Afterwards you can move that day, no later than two years ahead, or pause your year for up to eight weeks in all, which moves everything after it: both stand under “Dates and emails” of your loop.",
          "You can write any week up to the current one and change your entries until the book goes to print. A week you leave empty makes no gap in the book, unless you ask for a ruled page.",
          "Nothing prints by itself. You see the proof, every page as it will be printed, and you send it to print. Please read it as you’d read a letter before sealing it: spellings, dates and the size of a photo are printed as the proof shows them. From then on the loop can be read but no longer changed.",
        ],
      },
      {
        id: "delivery",
        heading: "Delivery",
        paragraphs: [
          "We deliver to addresses in the United Kingdom only. The book of a loop is delivered free of charge. The day you choose is the day we aim for, as long as the proof has been sent to print two weeks before it.",
          "An extra copy of a book that is finished takes 10 to 14 working days. An extra copy of one that is still being written comes with the book itself.",
          "If we are going to be late we tell you, and you keep every right the law gives you, including to cancel and be refunded where the day mattered. Until the parcel is in your hands it is our responsibility.",
        ],
      },
      {
        id: "something-wrong",
        heading: "If something is wrong",
        paragraphs: [
          `We have a legal duty to supply goods and services that match this contract. If your book arrives damaged, misprinted or late, or anything else isn’t as it should be, write to ${email} and, if you can, send a picture.`,
          "Under the Consumer Rights Act 2015 goods must be as described, fit for their purpose and of satisfactory quality. If they aren’t, you can return them within 30 days of delivery and be refunded; after that you can have them repaired or replaced and, if that can’t be done or doesn’t help, claim some or all of your money back. A service must be carried out with reasonable care and skill; if it isn’t, you can ask us to do it again or, where we can’t, to give some money back. The exception for personalised goods takes none of this away.",
          "Citizens Advice (citizensadvice.org.uk), Advice Direct Scotland (consumeradvice.scot) and Consumerline in Northern Ireland (nidirect.gov.uk/consumerline) explain your rights free of charge.",
        ],
      },
      {
        id: "your-words",
        heading: "Your words and photographs",
        paragraphs: [
          "What you write and the photos you add remain yours. You allow us to store, copy, arrange and print them as far as that is needed to run your loop and make your book, and for nothing else. The permission ends when you delete them, except for books already being printed.",
          "Please use words and photos that you may use, and think of the people in them. Keep your own originals: we make backups, but we are not an archive.",
        ],
      },
      {
        id: "what-we-print",
        heading: "What we can’t print",
        paragraphs: [
          "Entries are looked at before they go to print, to make sure that they may be printed. We can’t print what is against the law, or what somebody else has the right to forbid. If an entry is held back, you get a note that says why; it remains yours to read and mend, and when it has been mended it is looked at again.",
          "Please don’t try to get into other people’s accounts, guess voucher codes, or load our machines with things that would do them harm. We may suspend an account that is used in this way, or to break the law.",
        ],
      },
      {
        id: "leaving",
        heading: "Leaving",
        paragraphs: [
          "In your account settings you can take everything you’ve put in with you, and have your account deleted. While a book of yours is being printed or is on its way, the account stays. Deleting takes effect after seven days, in case you think better of it; after that your words and photos are gone and can’t be brought back, and any loop in progress ends. Our privacy page says what the law makes us keep.",
        ],
      },
      {
        id: "responsibility",
        heading: "What we answer for",
        paragraphs: [
          "We are responsible for loss that is the foreseeable result of our breaking this contract or failing to take reasonable care. Loops are sold for private use, so we do not answer for losses to a business.",
          "Nothing here limits what we may not limit by law: death or injury through our negligence, fraud, or your rights as a consumer.",
        ],
      },
      {
        id: "law",
        heading: "Changes, complaints and the law",
        paragraphs: [
          "If we change these terms, the new ones count for orders placed after they appear here.",
          `If you’re unhappy, write to ${email} first, so that we can put it right.`,
          `This contract is between you and ${name}, and is governed by the law of England and Wales. If you live in Scotland or Northern Ireland you keep the protection of the law there, and you can always bring a claim in your own courts.`,
        ],
      },
    ],
  };
}
