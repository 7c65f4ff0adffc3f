import { type Company, companyLines, whereToWrite } from "./company";
import type { WrittenPage } from "./passage";

/**
 * The privacy notice: UK GDPR art. 12 to 14, and the complaints procedure of section 164A of the Data Protection Act
 * 2018. Its periods match the retention rules and the deletion of accounts.
 */
export function privacyCopy(company: Company): WrittenPage {
  return {
    title: "Privacy Policy",
    lead: "You’re trusting us with a year of your life. This is what we keep, why, for how long, and how to have it back.",
    changedOn: "2026-11-21",
    passages: [
      {
        id: "in-short",
        heading: "In short",
        paragraphs: [],
        list: [
          "Your photos and stories remain yours and are used only to make your book, never for resale or training.",
          "Your entries are private. Staff open one only for a reason, and you can see who did, when and why.",
          "No advertising, no trackers, and nobody’s cookies but ours, except where you pay.",
          "You can have everything, or have it deleted, at any time.",
        ],
      },
      {
        id: "who",
        heading: "Who is responsible",
        paragraphs: ["The company that decides what happens to your data, and answers for it, is:"],
        list: companyLines(company),
      },
      {
        id: "what",
        heading: "What we keep, and why",
        paragraphs: [
          "The law asks us to name a ground for each thing we do with your data. “Contract” means that we can’t do what you ordered without it; “legitimate interest” that we have a fair reason which doesn’t outweigh yours.",
        ],
        list: [
          "Your account: name, email address, your telephone number if you give it, and your password in a form that can be checked but not read. To let you in. Contract.",
          "Your loop: words, photos, captions, dates, drafts and earlier versions. To keep your journal and print your book. Contract.",
          "Orders: what you bought, what you paid, where it goes and who receives it. To supply it, and to keep the accounts that tax law requires. Contract and legal duty.",
          "Gifts: the recipient’s name and email address and the giver’s message. To deliver the voucher. Contract with the giver; towards the recipient, legitimate interest.",
          "Emails we send: which, when, and whether they went. To send what you asked for and to show that we did. Contract and legitimate interest.",
          "What you write to us. To answer. Legitimate interest.",
          "Signs of visits: the time, the page, the network address and the kind of browser. To keep accounts safe and find faults. Legitimate interest.",
          "Counts of how many people reach each step of a purchase, kept by us, without any cookie for the purpose. To see where the shop is hard to use. Legitimate interest.",
          "Our news, only if you tick the box for it. We note the wording, the time and the place of your yes. Consent, which you can take back with one click.",
        ],
      },
      {
        id: "needed",
        heading: "What you have to give",
        paragraphs: [
          "Without a name and an email address there can be no account, and without a UK address no parcel. Everything else is up to you. What goes into an entry is your own choice, too.",
          "Diaries wander. If you write about health, faith or other private things, we do nothing with that but keep it and print it for you, and you can take it out whenever you like. Other people appear in your loop as well; please think of them as you would want to be thought of.",
        ],
      },
      {
        id: "photographs",
        heading: "Photographs",
        paragraphs: [
          "When a photo arrives, we take out the record of where it was taken, and make sizes for the screen and for print. Your photos have no public address: they are sent only to you when you are signed in, and to staff who have the right and a reason.",
        ],
      },
      {
        id: "who-looks",
        heading: "Who can look",
        paragraphs: [
          "You. Somebody who gave you a loop does not see what you write, and sees your progress only if you switch that on.",
          "A few of our staff, as far as their work needs it. Entries are looked at before they are printed, to make sure that they may be; whoever opens one must first give a reason, and the Privacy tab of your account settings shows you who looked, when and why. A simple automatic check may put an entry nearer the top of that pile. It decides nothing: a person does. Somebody who is helping you may view your account as you see it, for no more than 30 minutes, with a reason that is recorded, and without being able to change anything.",
          "We make no automated decisions about you and draw up no profiles.",
        ],
      },
      {
        id: "who-helps",
        heading: "Who works for us",
        paragraphs: [
          "Some work is done for us by others. They get what they need for it and may use it for nothing else, unless the law requires it of them. We sell your data to nobody.",
          "If one of them handles data outside the United Kingdom, the law asks for safeguards: a country that the UK recognises as giving enough protection, or the contract terms approved for the purpose. Ask us and we will tell you which apply.",
        ],
        list: [
          "A payment provider, which takes your payment and answers for that part itself. We learn that you paid, and never your card number.",
          "Hosting and storage companies, on whose machines the site, the database, the photos and the backups are kept.",
          "An email company, which carries our emails.",
          "A printer and a carrier, which get the pages of your book and the address it goes to.",
        ],
      },
      {
        id: "how-long",
        heading: "How long we keep it",
        paragraphs: ["No longer than it is needed:"],
        list: [
          "Your account, your loops and the record of emails sent to you: until you delete the account.",
          "After you delete your account: seven days to change your mind. Then your words and photos go, within 30 days at the most, and from the backups within 35 days after that. We send you a receipt.",
          "Records of orders and vouchers: six years, because tax law says so. Once an account is deleted they no longer name you, except where an invoice has to.",
          "An account whose email address is never confirmed: 30 days.",
          "Codes and reset links: 24 hours.",
          "A sign-in: until you sign out, 14 days without a visit, or 30 days at most.",
          "A basket nobody touches, and the counts of attempts that guard against guessing: 30 days.",
          "Messages from the payment provider, technical records, and emails that belong to no account: 90 days.",
          "A gift you bought, once your account is deleted: the voucher stays good. The recipient’s name and address stay with it until it is used or over, your message until it has been sent.",
          "The record of what our staff did: as long as we may have to answer for it. It names the email address of anybody our staff made a voucher for, and cannot be altered.",
          "What you write to us through the contact form: 12 months.",
          "Counts of how far visits came, which name nobody: 13 months.",
          "If you ask us never to write to you again, we keep a scrambled form of your address, so as not to do it by mistake.",
        ],
      },
      {
        id: "rights",
        heading: "Your rights",
        paragraphs: [
          "In your account settings you can correct your details and end a sign-in on another device; the Books tab has your book so far and the raw data of any loop (your words to read and as data, with the original photos), the Privacy tab a copy of everything we hold about you, and the way to delete your account. If you would rather ask a person, write to us and we do it.",
          `You also have the right to ask us to limit what we do with your data, to object to what rests on legitimate interest, and to take back a consent. Write to ${whereToWrite(company)}. It costs nothing, and we answer within one month.`,
        ],
      },
      {
        id: "children",
        heading: "Children",
        paragraphs: [
          "Accounts are held by adults. Many loops are about children, and some are written with them; what they say and how they look is kept as privately as everything else, and used for the book alone. If you’re the child in the book, grown older, and would like a word about it, write to us.",
        ],
      },
      {
        id: "emails",
        heading: "Emails from us",
        paragraphs: [
          "Emails about an order, your book or the safety of your account come because you need them. Every other email says how to stop it.",
        ],
      },
      {
        id: "safety",
        heading: "How we keep it safe",
        paragraphs: [
          "Passwords are stored only in scrambled form. Staff sign in separately, with a second proof of who they are, and what they do is recorded. Backups are made and kept apart.",
          "No lock is perfect. If something happens that puts you at risk, we tell you, and the Information Commissioner, as the law requires.",
        ],
      },
      {
        id: "complaints",
        heading: "If you’re not happy",
        paragraphs: [
          `Complain to us first if you can: use the form on our home page or write to ${whereToWrite(company)}, and say that it is about your data. We acknowledge it within 30 days at the latest, look into it without delay, and tell you what came of it.`,
          "You can also complain to the Information Commissioner’s Office, the UK regulator, at any time: ico.org.uk/make-a-complaint or 0303 123 1113.",
        ],
      },
      {
        id: "changes",
        heading: "Changes",
        paragraphs: [
          "If this page changes, the day at the top changes with it. If a change matters to you, we tell you before it takes effect.",
        ],
      },
    ],
  };
}
