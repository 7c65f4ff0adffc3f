import { addressOf as addressAfter, GOOD_CARD, payWith } from "../../../tests/adapters/payments/buyer";
import type { Fillings } from "../../../tests/support/html-form";
import { networkTransport } from "../../../tests/support/network";
import type { TestResponse } from "../../../tests/support/test-response";
import { Visitor } from "../../../tests/support/visitor";
import { addressOf } from "./browser";
import { PASSWORD } from "./people";
import { type Diary, look, note, read, sentenceOn, wasRead } from "./visitor-diary";

/** What people do in the shop of the bench `trouble`, by the real forms of its pages. */

export type Role = "reader" | "writer" | "uploader" | "buyer" | "newcomer";

export interface Member {
  email: string;
  loopId: string;
  /** The address of a photo that is stored, once there is one. */
  photo?: string;
}

export interface Person {
  browser: Visitor;
  member: Member;
  turn: number;
  again: (() => Promise<void>) | null;
}

export interface Shop {
  origin: string;
  isMailed(email: string): boolean;
}

const ADDRESS = {
  "First name": "Margaret",
  "Last name": "Okafor",
  "Address line 1": "4 Harbour Row",
  "Town or city": "Whitby",
  Postcode: "YO21 3PU",
};
const UNANSWERED_MS = 45_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export function visitorOf(origin: string, place: number, hear: (status: number) => void = () => {}): Visitor {
  const { hostname, port } = new URL(origin);
  const transport = networkTransport(Number(port), origin, hostname === "localhost" ? undefined : hostname);
  return new Visitor(
    {
      origin,
      async ask(request, address) {
        request.headers.set("X-Forwarded-For", address);
        let timer: NodeJS.Timeout | undefined;
        const late = new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(new Error(`No answer in ${UNANSWERED_MS / 1000} s`)), UNANSWERED_MS);
        });
        const answer = await Promise.race([transport.ask(request, address), late]).finally(() => clearTimeout(timer));
        hear(answer.status);
        return answer;
      },
    },
    addressOf(0x900000 + place),
  );
}

export const ACTS: Readonly<Record<Role, (person: Person, diary: Diary, given: Given) => Promise<void>>> = {
  async reader({ browser, member, turn }, diary) {
    const { loopId } = member;
    const pages = ["/", "/dashboard", "/about", `/dashboard?loop=${loopId}&week=3`, "/begin", "/account-settings"];
    await read(diary, browser, pages[turn % pages.length] ?? "/");
  },
  async writer(person, diary) {
    const week = weekOf(person);
    const paragraph = nameOf(person, week);
    if (!(await read(diary, person.browser, weekPath(person, week)))) return;
    await sendWeek(person, diary, { act: "write", week, paragraph }, { content: after(person, paragraph) });
  },
  async uploader(person, diary, { photo }) {
    const week = weekOf(person);
    const paragraph = nameOf(person, week);
    if (!(await read(diary, person.browser, weekPath(person, week)))) return;
    const words = { "The highlight": "A seal!", "One thing you’re grateful for": "The sea" };
    const content = after(person, paragraph);
    await sendWeek(person, diary, { act: "upload", week, paragraph, photo }, { ...words, content });
    const path = /\/photos\/[\w-]+\/\w+/.exec(person.browser.page.body)?.[0];
    if (path) person.member.photo = path;
    if (person.member.photo) await look(diary, person.browser, person.member.photo);
  },
  buyer: buy,
  newcomer: register,
};

interface Given {
  shop: Shop;
  photo: File;
}

/** Each turn writes another week of the first fifty; what a week says already stays before it. */
const weekOf = ({ turn }: Person) => ((turn - 1) % 50) + 1;
const weekPath = ({ member }: Person, week: number) => `/dashboard?loop=${member.loopId}&week=${week}`;
const after = ({ browser }: Person, paragraph: string) =>
  `${browser.page.field("content").value ?? ""} ${paragraph}`.trim();
const nameOf = ({ member, turn }: Person, week: number) => `${member.email.split("@")[0]}w${week}t${turn}`;

interface Sent {
  act: "write" | "upload";
  week: number;
  paragraph: string;
  photo?: File;
}

/** Sends a week's form, and from then on again whatever the page shows, until it is saved. */
async function sendWeek(person: Person, diary: Diary, sent: Sent, words: Fillings): Promise<void> {
  const { browser, member } = person;
  const { act, week, paragraph, photo } = sent;
  diary.unsent.add(paragraph);
  const shown = browser.page.body;
  const button = photo ? `Save week ${week}` : "Keep as a draft";
  const isAskedFor = photo && shown.includes('type="file"');
  const page = await note(
    diary,
    act,
    () =>
      browser.submit(shown.includes("Send it again") ? "Send it again" : button, {
        ...words,
        ...(isAskedFor ? { photos: [photo] } : {}),
      }),
    (answer) => {
      const sentence = sentenceOn(answer);
      const text = answer.text("body");
      if (text.includes(`Your draft of week ${week} is saved`) || text.includes(`Week ${week} entry submitted`)) {
        diary.words.push({ loopId: member.loopId, week, paragraph });
        diary.unsent.delete(paragraph);
        const isWhole = !text.includes("But seal.jpg");
        return { outcome: isWhole ? "saved" : "kept", sentence: isWhole ? "" : sentence };
      }
      if (!answer.body.includes(paragraph)) return { outcome: "lost", sentence };
      // The photo did not come back with the words, and is asked for.
      const isAsked = answer.status === 422 && !isAskedFor && text.includes("Add a photo");
      return { outcome: isAsked ? "asked" : "kept", sentence };
    },
  );
  const hasWords = page === null || page.body.includes(paragraph);
  if (diary.unsent.has(paragraph) && !hasWords) diary.gone.push(paragraph);
  person.again =
    diary.unsent.has(paragraph) && hasWords ? () => sendWeek(person, diary, sent, page ? {} : words) : null;
}

async function buy({ browser }: Person, diary: Diary): Promise<void> {
  if (!(await read(diary, browser, "/begin"))) return;
  if (!(await choose(diary, () => browser.submit("Choose a theme")))) return;
  if (!(await choose(diary, () => browser.press("theme", "family")))) return;
  if (!(await choose(diary, () => browser.submit("Choose Family Adventures")))) return;
  if (!(await read(diary, browser, "/payment"))) return;
  const paid = await note(
    diary,
    "buy",
    () => browser.submit("Pay £69.99", ADDRESS, { follow: false }),
    (page) => {
      if (page.status === 303 && page.location?.startsWith("http")) return { outcome: "saved", sentence: "" };
      const isKept = page.body.includes(ADDRESS["Address line 1"]);
      return { outcome: isKept ? "kept" : "lost", sentence: sentenceOn(page) };
    },
  );
  const checkout = paid?.location ?? "";
  if (!checkout.startsWith("http")) return;
  const back = await payAt(checkout);
  if (!back) return;
  diary.paid.push(checkout.split("/").at(-1) ?? "");
  const { pathname, search } = new URL(back);
  await note(
    diary,
    "buy",
    () => browser.visit(pathname + search),
    (page) => {
      const isSaid = page.text("body").includes("Payment Successful!");
      // The money is safe where the page says that it is being looked at.
      const isWaiting = page.status === 200 && /payment/i.test(page.text("main"));
      return isSaid
        ? { outcome: "saved", sentence: "" }
        : { outcome: isWaiting ? "kept" : "lost", sentence: sentenceOn(page) };
    },
  );
}

/** Pays at the provider, which is not the shop's. Gives where it leads back to. */
async function payAt(checkout: string): Promise<string | null> {
  try {
    return addressAfter(await payWith(checkout, GOOD_CARD));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return null;
  }
}

/** Presses a button of the way to the payment, which is shown again where it has to be pressed again. */
async function choose(diary: Diary, run: () => Promise<TestResponse>): Promise<boolean> {
  const page = await note(diary, "choose", run, (shown) => {
    if (shown.status === 200) return { outcome: "saved", sentence: "" };
    return { outcome: shown.body.includes("Send it again") ? "kept" : "lost", sentence: sentenceOn(shown) };
  });
  return page?.status === 200;
}

/** How long somebody looks for the code. */
export const CODE_WAIT_MS = 8_000;

/** Above the number of everybody else. */
const FIRST_NEWCOMER = 1_000;
let newcomers = 0;

/** What the form of a new account is filled with. */
export const newcomer = (email: string) => ({
  "First name": "Margaret",
  "Last name": "Okafor",
  "Email address": email,
  Password: PASSWORD,
  "Confirm password": PASSWORD,
  acceptedTerms: true,
  acceptedPrivacy: true,
});

/** Somebody new, from an address of their own, who then looks for the code. */
async function register(_: Person, diary: Diary, { shop }: Given): Promise<void> {
  newcomers += 1;
  const email = `newcomer.${newcomers}@example.org`;
  const typed = newcomer(email);
  const browser = visitorOf(shop.origin, FIRST_NEWCOMER + newcomers);
  if (!(await read(diary, browser, "/register"))) return;
  const one: Diary["registered"][number] = { email, began: performance.now(), codeAt: null };
  const page = await note(
    diary,
    "register",
    () => browser.submit("Create account", typed),
    (shown) => {
      if (shown.text("body").includes("Confirm my email")) return { outcome: "saved", sentence: sentenceOn(shown) };
      return { outcome: shown.body.includes(email) ? "kept" : "lost", sentence: sentenceOn(shown) };
    },
  );
  if (!page?.text("body").includes("Confirm my email")) return;
  diary.registered.push(one);
  const end = performance.now() + CODE_WAIT_MS;
  while (performance.now() < end && !shop.isMailed(email)) await pause(250);
  if (shop.isMailed(email)) one.codeAt = performance.now();
  await note(
    diary,
    "read",
    () => browser.visit(page.path),
    (shown) => ({ ...wasRead(shown), sentence: sentenceOn(shown) }),
  );
}
