import { Secret, TOTP } from "otpauth";
import { GOOD_CARD, payWith } from "../../../tests/adapters/payments/buyer";
import type { Visitor } from "../../../tests/support/visitor";
import type { startRelay } from "./service-processes";

/** What people do in the first days of a shop, by the real forms of the real pages. */

type Relay = Awaited<ReturnType<typeof startRelay>>;

export interface Person {
  browser: Visitor;
  email: string;
}

const PASSWORD = "Three-lemons-7";
const BOOK_WAIT_MS = 300_000;
const LOOK_EVERY_MS = 500;

/** @throws Error with the page's text, unless it contains this text. */
export function expectWords({ page }: Visitor, words: string): void {
  if (page.status === 200 && page.text().includes(words)) return;
  throw new Error(`${page.path} (${page.status}) does not say "${words}": ${page.text().slice(0, 1_500)}`);
}

/** Opens an account from the page that asks for one, with the code that the email has. */
export async function register({ browser, email }: Person, firstName: string, relay: Relay): Promise<void> {
  await browser.submit("Create account", {
    "First name": firstName,
    "Last name": "Thwaite",
    "Email address": email,
    Password: PASSWORD,
    "Confirm password": PASSWORD,
    acceptedTerms: true,
    acceptedPrivacy: true,
  });
  const code = /\b\d{6}\b/.exec(await relay.emailTo(email, "verification code"))?.[0] ?? "";
  await browser.submit("Confirm my email", { "Your 6-digit code": code });
}

/** Signs in with the password that was chosen at the registration. */
export async function signIn({ browser, email }: Person): Promise<void> {
  await browser.visit("/auth");
  await browser.submit("Sign in", { "Email address": email, Password: PASSWORD });
  if (browser.page.path.startsWith("/auth")) throw new Error(browser.page.text().slice(0, 1_500));
}

/** Goes from the home page to a loop that is paid for. */
export async function buyLoop(person: Person, relay: Relay): Promise<void> {
  const { browser, email } = person;
  await browser.visit("/");
  expectWords(browser, "Start your loop");
  await browser.visit("/register");
  await register(person, "Anna", relay);
  await browser.visit("/begin");
  await browser.submit("Choose a theme");
  await browser.press("theme", "family");
  await browser.submit("Choose Family Adventures");
  await browser.visit("/payment?step=delivery");
  const { location } = await browser.submit(
    "Pay £69.99",
    {
      "First name": "Anna",
      "Last name": "Thwaite",
      "Address line 1": "4 Harbour Row",
      "Town or city": "Whitby",
      Postcode: "YO21 3PU",
      startsAtOnce: true,
    },
    { follow: false },
  );
  const step = await payWith(location ?? "", GOOD_CARD);
  if (!("goTo" in step)) throw new Error(`The card page did not lead back: ${step.page.root.text}`);
  const back = new URL(step.goTo);
  await browser.visit(back.pathname + back.search);
  expectWords(browser, "Payment Successful!");
  await relay.emailTo(email, "Your Loop order");
}

/** Begins the bought loop and writes its first week with these photos. Returns the address of that week. */
export async function writeFirstWeek({ browser }: Person, photos: readonly Buffer[]): Promise<string> {
  await browser.visit("/dashboard");
  const begin = browser.page.links().find(({ words }) => /delivery date/i.test(words));
  await browser.visit(begin?.href ?? "/loop-end-date");
  await browser.submit("Confirm");
  const name = browser.page.links().find(({ words }) => words === "Give your year a title");
  await browser.visit(name?.href ?? "");
  await browser.submit("Save title", { Title: "Nell’s First Year" });
  const loop = new URL(browser.page.path, "https://loop.example").searchParams.get("loop");
  await browser.visit(`/dashboard?loop=${loop}&week=1`);
  await browser.submit("Save week 1", {
    "The highlight": "The kettle sang",
    "One thing you’re grateful for": "The cat",
    content: "We opened the window at six and the street smelt of rain. Nobody had slept.",
    ...photosField(browser, photos),
  });
  expectWords(browser, "Week 1 entry submitted successfully");
  return `/entry?loop=${loop}&week=1`;
}

/** The file field of the week's form with these photos. */
export function photosField({ page }: Visitor, photos: readonly Buffer[]) {
  const name = page.find("input[type=file]").getAttribute("name") ?? "";
  const files = photos.map(
    (photo, place) => new File([new Uint8Array(photo)], `kitchen-${place}.jpg`, { type: "image/jpeg" }),
  );
  return { [name]: files };
}

const LINKS = { screen: "Download as PDF", print: "Download as PDF, print quality" } as const;

/** Has the book made and waits for it. Returns the address of its file and the file. */
export async function makeBook(
  { browser }: Person,
  quality: keyof typeof LINKS = "screen",
): Promise<{ path: string; bytes: Uint8Array }> {
  await browser.visit("/book");
  await browser.submit("Make the PDF", { quality });
  const end = Date.now() + BOOK_WAIT_MS;
  while (Date.now() < end) {
    await browser.visit("/book");
    const link = browser.page.links().find(({ words }) => words === LINKS[quality]);
    if (link) return { path: link.href, bytes: await fetchBook(browser, link.href) };
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw new Error(`The book was not made: ${browser.page.text("main").slice(0, 1_500)}`);
}

/** The file of a book. @throws Error unless it is a PDF. */
export async function fetchBook(browser: Visitor, path: string): Promise<Uint8Array> {
  const { status, bytes } = await browser.send(path);
  if (status === 200 && Buffer.from(bytes.subarray(0, 5)).toString() === "%PDF-") return bytes;
  throw new Error(`${path} is no book (${status}).`);
}

/** Redeems a voucher as somebody new. */
export async function redeem(person: Person, code: string, relay: Relay): Promise<void> {
  const { browser } = person;
  await browser.visit("/redeem");
  await browser.submit("Redeem voucher", { "Voucher code": code, acceptedTerms: true });
  await register(person, "Ben", relay);
  await browser.submit("Choose a theme");
  await browser.press("theme", "pet");
  await browser.submit("Choose My Cat & Me");
  await browser.submit("Confirm");
  expectWords(browser, "Voucher redeemed successfully!");
  await browser.submit("Save title", { Title: "Our Cat’s Year" });
}

/** What the staff command printed, once. */
export interface StaffCredentials {
  email: string;
  password: string;
  secret: string;
  /** Each code is taken once. */
  usedCode?: string;
}

export function credentialsIn(output: string, email: string): StaffCredentials {
  const password = /^ {2}password +(\S+)$/m.exec(output)?.[1];
  const secret = /^ {2}second factor +(\S+)$/m.exec(output)?.[1];
  if (!password || !secret) throw new Error(`The staff command printed no credentials:\n${output}`);
  return { email, password, secret };
}

export async function signInAsStaff(browser: Visitor, credentials: StaffCredentials): Promise<void> {
  const { email, password, secret } = credentials;
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 });
  while (totp.generate() === credentials.usedCode) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  credentials.usedCode = totp.generate();
  await browser.visit("/hyperloop");
  await browser.submit("Sign in", {
    "Email address": email,
    Password: password,
    Code: credentials.usedCode,
  });
  if (browser.page.path !== "/hyperloop/dashboard") throw new Error(browser.page.text().slice(0, 1_500));
}

/** Makes the first voucher. Returns its code, from the file that opens the codes of an order. */
export async function makeVoucher(browser: Visitor): Promise<string> {
  await browser.visit("/hyperloop/vouchers/generate");
  await browser.submit("Generate", { "How many": "1", Value: "69.99", "What for": "The first voucher" });
  const open = browser.page.links().find(({ href }) => href.endsWith("/export"));
  if (!open) throw new Error(`${browser.page.path} leads to no file: ${browser.page.text().slice(0, 1_500)}`);
  await browser.visit(open.href);
  await browser.submit("Open the codes and download", { Reason: "The first voucher" });
  const code = /\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(browser.page.body)?.[0];
  if (!code) throw new Error(`The file has no code: ${browser.page.body.slice(0, 1_500)}`);
  return code;
}

/** The addresses of the photos on the page of week 1. */
export function photosOn({ page }: Visitor): string[] {
  return page.root
    .querySelectorAll("img[src]")
    .map((image) => image.getAttribute("src") ?? "")
    .filter((path) => path.startsWith("/photos/"));
}

/** A photo once its sizes are made; until then its address has it as it came. */
export async function fetchPhoto(browser: Visitor, path: string) {
  for (const until = Date.now() + BOOK_WAIT_MS; ; ) {
    const photo = await browser.send(path);
    if (!photo.headers.has("retry-after")) return photo;
    if (Date.now() > until) throw new Error(`${path} still waits for its sizes.`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
