import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { emails } from "#db/schema";
import { peopleNotReached } from "~/domain/people/staff/undeliverable.server";
import { later, NOW, person } from "../../../support/people";

let counted = 0;
function email(accountId: string, toEmail: string, state: "dead" | "sent" | "waiting", at = NOW, cameBack = false) {
  counted += 1;
  const written = { kind: "reminder", toName: "", toEmail, subject: "", textBody: "", htmlBody: "" } as const;
  const keys = { dedupeKey: `reminder:${counted}`, messageId: `${counted}` };
  const sentAt = cameBack ? later(1, at) : state === "sent" ? at : null;
  db.insert(emails)
    .values({ accountId, ...written, ...keys, state, sentAt, nextTryAt: at, createdAt: at })
    .run();
}

type Writes = (id: string, address: string) => void;
const failsThen =
  (state: "sent" | "waiting", at: Date, elsewhere?: string): Writes =>
  (id, address) => {
    email(id, address, "dead");
    email(id, elsewhere ?? address.toUpperCase(), state, at);
  };
const ELSEWHERE = "elsewhere@example.com";

it.each<[string, boolean, Writes]>([
  ["failed for good", true, (id, address) => email(id, address.toUpperCase(), "dead")],
  ["waits", false, (id, address) => email(id, address, "waiting")],
  ["failed at another address than theirs", false, (id) => email(id, ELSEWHERE, "dead")],
  ["failed before one arrived", false, failsThen("sent", later(0.001))],
  ["failed in the moment in which one arrived", true, failsThen("sent", NOW)],
  ["came back after it was sent", true, (id, address) => email(id, address, "dead", NOW, true)],
  ["failed before one that waits", true, failsThen("waiting", later(1))],
  ["failed before one arrived at another address", true, failsThen("sent", later(1), ELSEWHERE)],
])("somebody whose email %s is not reached: %s", (_, isNotReached, write) => {
  const [ada, ben] = [person("Ada"), person("Ben")];
  write(ada.id, ada.email);
  // What was sent to this address for somebody else says nothing of its owner; nor is anybody told of who isn't asked.
  email(ben.id, ben.email, "dead");
  email(ben.id, ada.email, "dead");
  email(ben.id, ada.email, "sent", later(1));
  expect([...peopleNotReached([ada.id])]).toEqual(isNotReached ? [ada.id] : []);
});
