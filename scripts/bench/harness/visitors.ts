import sharp from "sharp";
import type { Visitor } from "../../../tests/support/visitor";
import { PASSWORD } from "./people";
import { ACTS, type Member, type Person, type Role, type Shop, visitorOf } from "./visitor-acts";
import type { Diary } from "./visitor-diary";

/** Twenty people in a shop: they read, write weeks, send photos, buy and register. */

export interface Crowd {
  diary: Diary;
  /** Lets everybody end what they are doing. */
  leave(): Promise<void>;
}

const ROLES: readonly (readonly [role: Role, count: number])[] = [
  ["reader", 6],
  ["writer", 6],
  ["uploader", 3],
  ["buyer", 3],
  ["newcomer", 2],
];
export const VISITORS = ROLES.reduce((sum, [, count]) => sum + count, 0);
export const MEMBERS = VISITORS - 2;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Signs everybody in; from then on each does one thing after another, a second or two apart. */
export async function letPeopleIn(shop: Shop, members: readonly Member[]): Promise<Crowd> {
  const diary: Diary = { answers: [], words: [], unsent: new Set(), gone: [], paid: [], sending: 0, registered: [] };
  const roles = ROLES.flatMap(([role, count]) => Array.from({ length: count }, () => role));
  const photo = await smallPhoto();
  const people: { role: Role; person: Person }[] = [];
  for (const [place, role] of roles.entries()) {
    const browser = visitorOf(shop.origin, place);
    const member = members[place] ?? { email: "", loopId: "" };
    if (role !== "newcomer") await signIn(browser, member.email);
    people.push({ role, person: { browser, member, turn: 0, again: null } });
  }
  let isOver = false;
  const walks = people.map(async ({ role, person }, place) => {
    await pause(place * 70);
    while (!isOver) {
      person.turn += 1;
      await (person.again ?? (() => ACTS[role](person, diary, { shop, photo })))();
      await pause(1_000 + 1_000 * ((place * 7 + person.turn * 3) % 10) * 0.1);
    }
  });
  return {
    diary,
    async leave() {
      isOver = true;
      await Promise.all(walks);
    },
  };
}

async function signIn(browser: Visitor, email: string): Promise<void> {
  await browser.visit("/auth");
  await browser.submit("Sign in", { "Email address": email, Password: PASSWORD });
  if (browser.page.path.startsWith("/auth")) throw new Error(browser.page.text().slice(0, 500));
}

async function smallPhoto(): Promise<File> {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 12 };
  const scene = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#4477aa", noise } })
    .jpeg({ quality: 70 })
    .toBuffer();
  return new File([new Uint8Array(scene)], "seal.jpg", { type: "image/jpeg" });
}
