import { TOTP } from "otpauth";
import { newestEmailTo } from "../support/emails";
import type { StaffAndVoucher } from "./own-staff-and-voucher";
import { untilThere, type WalkingBrowser } from "./walking-browser";

/** The main journeys, page by page: the one place that knows in which order the pages come and what they are called. */

const REFLECTION = "We opened the window at six and the whole street smelt of rain.";

const CARD: readonly [label: string, value: string][] = [
  ["Card number", "4242424242424242"],
  ["Expiry date", "12/40"],
  ["Security code", "123"],
  ["Name on card", "A Thwaite"],
];
const CARD_FRAME = "Secure payment input frame";

/** Chooses a theme and a type, pays by card as a guest, opens the account from the receipt, and names the year. */
export async function buyLoop(browser: WalkingBrowser, email: string): Promise<void> {
  await browser.open("/loop-theme");
  await browser.see("choose a theme");
  await browser.press("Choose Family");
  await browser.see("Baby’s First Year");
  await browser.press("Choose Baby’s First Year");
  await browser.see("Delivery and payment");
  // Before the card form is ready, the button leads to the provider's own page.
  if (browser.hasScripts) await browser.see("We never see or store them.");
  await browser.fill("Email address", email);
  await browser.fill("First name", "Anna");
  await browser.fill("Last name", "Thwaite");
  await browser.fill("Address line 1", "14 Weavers Row");
  await browser.fill("Town or city", "Hebden Bridge");
  await browser.fill("Postcode", "hx7 8aa");
  await browser.tick("Start my year today");
  await browser.tick("I accept the");
  if (!browser.hasScripts) {
    await browser.press("Pay £69.99");
    await browser.see("Card number");
  }
  for (const [label, value] of CARD) await browser.fill(label, value, browser.hasScripts ? CARD_FRAME : undefined);
  await browser.press("Pay £69.99");
  await browser.see("Payment Successful!");
  const { text } = await newestEmailTo(email, "Your Loop order");
  await browser.open(/\/open-account\/[^\s>]+/.exec(text)?.[0] ?? "");
  await chooseDate(browser);
  await nameYear(browser, "Nell’s First Year");
}

async function chooseDate(browser: WalkingBrowser): Promise<void> {
  await browser.see("When should your book arrive?", "Confirm");
  await browser.press("Confirm");
}

async function nameYear(browser: WalkingBrowser, title: string): Promise<void> {
  await browser.press("Give your year a title");
  await browser.see("Save title");
  await browser.fill("Title", title);
  await browser.press("Save title");
  await browser.see("Week 1 of 52");
}

/** Writes the first week, with a photo, and reads it. */
export async function writeWeek(browser: WalkingBrowser, photo: string): Promise<void> {
  await browser.fill("The highlight", "The kettle sang before anybody else did");
  await browser.fill("A few lines, or up to", REFLECTION);
  await browser.attach("This week’s photo", photo);
  await browser.press("Save week 1");
  await browser.see("Week 1 entry submitted successfully!");
}

/** In the last week of the year: opens the proof once it is made, and sends the book to print. */
export async function proveAndSignOff(browser: WalkingBrowser): Promise<void> {
  await browser.open("/dashboard");
  await browser.press("See your book");
  // A browser that loads the page again by itself may show the finished proof at the first look.
  await untilThere("proof", async () => await saysEither(browser, "We’re making your proof.", "Download the proof"));
  while (!browser.refreshes && !(await browser.says("Download the proof"))) {
    await browser.press("Check now");
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await browser.see("Download the proof");
  await browser.press("I’ve checked it. Send it to print");
  await browser.see("Send it to print?", "Hebden Bridge");
  await browser.press("Send it to print");
  await browser.see("Your year has gone to print.");
}

async function saysEither(browser: WalkingBrowser, one: string, other: string): Promise<boolean> {
  return (await browser.says(one)) || (await browser.says(other));
}

/** Types a voucher's code while signed in, and begins the loop that its giver chose. */
export async function redeemVoucher(browser: WalkingBrowser, code: string): Promise<void> {
  await browser.open("/redeem");
  await browser.fill("Voucher code", code.toLowerCase());
  await browser.tick("I accept the voucher terms");
  await browser.press("Redeem voucher");
  await browser.see("Voucher Validated Successfully", "For you and the cat.");
  await browser.press("Start my year");
  await chooseDate(browser);
  await browser.see("Voucher redeemed successfully!");
}

/** Signs in to the back office, finds the order and gives five pounds of it back. */
export async function refund(browser: WalkingBrowser, { staff }: StaffAndVoucher, email: string): Promise<void> {
  await browser.open("/hyperloop");
  await browser.see("Sign in to HyperLoop");
  await browser.fill("Email address", staff.email);
  await browser.fill("Password", staff.password);
  await browser.fill("Code", new TOTP({ secret: staff.secret }).generate());
  await browser.press("Sign in");
  await browser.see("HyperLoop dashboard");
  const { subject } = await newestEmailTo(email, "Your Loop order");
  const number = /LP-\w{4}-\w{4}/.exec(subject)?.[0] ?? "";
  await browser.open(`/hyperloop/orders?q=${number}`);
  await browser.see("Bought by", number);
  await browser.press(number);
  await browser.see("Buyer and address", number);
  await browser.press("Refund");
  await browser.see("Refund this order?");
  await browser.fill("Goodwill", "5");
  await browser.fill("Reason", "The parcel was wet");
  await browser.press("Refund");
  await browser.see("£5.00 has been refunded.");
}
