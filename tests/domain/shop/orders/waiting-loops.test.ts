import { beforeEach, expect, it } from "vitest";
import { db } from "#db/client.server";
import { loopCredits } from "#db/schema";
import { remindOfWaitingLoops } from "~/domain/shop/orders/waiting-loops.server";
import { creditToBegin, NOW, person } from "../../../support/people";
import { emailsTo } from "../../people/accounts/mailbox";

const DAY_MS = 86_400_000;
const inDays = (days: number, milliseconds = 0) => new Date(NOW.getTime() + days * DAY_MS + milliseconds);

beforeEach(() => {
  db.delete(loopCredits).run();
});

it.each([
  ["not a moment before a week has passed", inDays(7, -1), 0],
  ["once a week has passed", inDays(7), 1],
  ["until a season has", inDays(90, -1), 1],
  ["and then no more", inDays(90), 0],
])("a buyer is reminded of a paid loop that waits: %s", (_, now, many) => {
  const ada = person("Ada");
  creditToBegin(ada.id);
  expect(remindOfWaitingLoops(now)).toBe(many);
  expect(emailsTo(ada.email)).toHaveLength(many);
});

it("each buyer is reminded once of each loop", () => {
  const [ada, ben] = [person("Ada"), person("Ben")];
  creditToBegin(ada.id);
  expect(remindOfWaitingLoops(inDays(7))).toBe(1);
  creditToBegin(ben.id);
  creditToBegin(ada.id);
  expect([remindOfWaitingLoops(inDays(8)), remindOfWaitingLoops(inDays(9))]).toEqual([2, 0]);
  expect([ada, ben].map(({ email }) => emailsTo(email).length)).toEqual([2, 1]);
});

it.each([
  ["was begun", {}, { spentAt: NOW }],
  ["was cancelled", {}, { cancelledAt: NOW }],
  ["is a suspended account's", { status: "suspended" }, {}],
  ["is of an account that is about to be deleted", { deletionDueAt: inDays(9) }, {}],
] as const)("nobody is reminded of a loop that %s", (_, account, credit) => {
  creditToBegin(person("Ada", account).id, credit);
  expect(remindOfWaitingLoops(inDays(8))).toBe(0);
});
