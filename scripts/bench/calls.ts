import type { Figure } from "./harness/figures";
import {
  count,
  customer,
  dayFromToday,
  deadEmail,
  guest,
  loop,
  order,
  orderOf,
  run,
  shipment,
  voucher,
} from "./harness/phone-callers";
import type { ServedApp } from "./harness/served-app";
import { fillSeveralYears } from "./harness/several-years";
import { SupportAgent } from "./harness/support-agent";

/**
 * The twenty phone calls that support agents get, each by the real forms over the data of several years: how many
 * seconds the shop takes from the search box to the end, and how many presses it needs. What somebody says and types
 * comes on top.
 */

const MOST_PRESSES = 6;
const MOST_SECONDS = 60;
const WHY = { Reason: "Rang, gave the order number and the postcode" };

const did = (action: string, id: string) =>
  count("SELECT count(*) FROM audit_events WHERE action = ? AND object_id = ?", action, id) === 1;

/** A call: what is true when it comes in, how it is taken, and whether it is done then. */
interface Call {
  what: string;
  take(agent: SupportAgent): Promise<void>;
  isDone(): boolean;
}

/** All twenty; each prepares what is true before, and then is timed. */
async function prepareCalls(): Promise<Call[]> {
  const calls: Call[] = [];
  const add = (what: string, take: Call["take"], isDone: Call["isDone"]) => calls.push({ what, take, isDone });

  const mistyped = await guest("aled.call@exmaple.com");
  order(mistyped, "aled.call@exmaple.com");
  deadEmail(mistyped, "aled.call@exmaple.com", "order_confirmation");
  add(
    "a guest's address was mistyped",
    async (agent) => {
      await agent.search("aled.call@exmaple.com");
      await agent.follow("Correct email");
      await agent.press("Correct it", { "New email address": "aled.call@example.com", ...WHY });
    },
    () => did("accounts.correct_email", mistyped),
  );

  const leaver = await guest("leaver.call@example.com");
  order(leaver, "leaver.call@example.com");
  add(
    "a guest asks by letter to be forgotten",
    async (agent) => {
      await agent.search("leaver.call@example.com");
      await agent.follow("Aled");
      await agent.follow("Start deletion");
      await agent.press("Start the deletion", WHY);
    },
    () => did("accounts.delete", leaver),
  );

  const moved = customer();
  add(
    "an owner has a new mailbox",
    async (agent) => {
      await agent.search(moved.name);
      await agent.follow("Gwen");
      await agent.follow("Correct email");
      await agent.press("Send a code", { "New email address": "gwen.new@example.org", ...WHY });
    },
    () => did("accounts.correct_email", moved.id),
  );

  const early = customer();
  const wrongPlace = order(early.id, early.email);
  add(
    "the address is wrong, nothing is printed",
    async (agent) => {
      await agent.search(wrongPlace.number);
      await agent.follow(wrongPlace.number);
      await agent.follow("Correct address");
      await agent.press("Correct", { "Address line 1": "112 Bridge Lanes", ...WHY });
    },
    () => orderOf(wrongPlace.id, "delivery_address").includes("112 Bridge"),
  );

  const atPrinter = customer();
  const printing = shipment(atPrinter.id, "printing", null);
  add(
    "the address is wrong, the printer has it",
    async (agent) => {
      await agent.search(atPrinter.email);
      await agent.follow("Correct address");
      await agent.press("Correct the address", { "Address line 1": "41 Weavers Row", ...WHY });
    },
    () => count("SELECT count(*) FROM shipments WHERE id = ? AND delivery_address LIKE '%41 Weavers%'", printing) === 1,
  );

  const returned = customer();
  const back = shipment(returned.id, "shipped", "GK447100009GB");
  add(
    "a book came back",
    async (agent) => {
      await agent.search("gk447100009gb");
      await agent.follow("Print again");
      await agent.press("Print again", {
        "Why?": "came_back",
        "Address line 1": "2 New Road",
        Reason: "It came back",
      });
    },
    () =>
      count("SELECT count(*) FROM shipments WHERE reprint_of = ? AND delivery_address LIKE '%2 New Road%'", back) === 1,
  );

  const wrongPerson = voucher("wrong.call@example.org");
  add(
    "a gift went to the wrong person",
    async (agent) => {
      await agent.search("wrong.call@example.org");
      await agent.follow("····");
      await agent.follow("Correct recipient");
      await agent.press("Correct it", { "Their email address": "tom.call@example.org", ...WHY });
    },
    () =>
      count("SELECT count(*) FROM vouchers WHERE id = ? AND recipient_email = 'tom.call@example.org'", wrongPerson) ===
      1,
  );

  const copies = customer();
  const four = order(copies.id, copies.email, 4);
  add(
    "one of four copies is to be refunded",
    async (agent) => {
      await agent.search(four.number);
      await agent.follow("Refund");
      await agent.press("Refund", { "Refund: The line": "1", ...WHY });
    },
    () => count("SELECT sum(amount_pence) FROM refunds WHERE order_id = ?", four.id) === 6999,
  );

  const disputed = customer();
  const taken = order(disputed.id, disputed.email);
  run(
    "INSERT INTO disputes (id, order_id, stage, amount_pence, due_at, opened_at, updated_at) VALUES ('du_call', ?, 'open', 6999, ?, ?, ?)",
    ...[taken.id, Date.now() + 9 * 86_400_000, Date.now(), Date.now()],
  );
  let seen = "";
  add(
    "a bank disputes a payment",
    async (agent) => {
      await agent.search(disputed.name);
      await agent.follow("Gwen");
      await agent.follow(`Open ${taken.number}`);
      await agent.follow("Send evidence");
      seen = agent.words;
    },
    () => seen.includes("Receipt") && seen.includes("Tracking"),
  );

  const lost = voucher("lost.call@example.org");
  add(
    "the code of a gift is lost",
    async (agent) => {
      await agent.search("lost.call@example.org");
      await agent.follow("····");
      await agent.press("Resend");
    },
    () => did("vouchers.resend", lost),
  );

  const over = voucher("over.call@example.org", true);
  add(
    "a voucher has run out",
    async (agent) => {
      await agent.search("over.call@example.org");
      await agent.follow("Extend");
      await agent.press("Extend", { "Valid until": dayFromToday(90), ...WHY });
    },
    () => did("vouchers.extend", over),
  );

  const twice = customer();
  const second = [order(twice.id, twice.email), order(twice.id, twice.email)];
  add(
    "somebody paid twice",
    async (agent) => {
      await agent.search(second[1]?.number ?? "");
      await agent.follow("Refund");
      await agent.press("Refund", { "Refund: The line": "1", ...WHY });
    },
    () => count("SELECT count(*) FROM refunds WHERE order_id = ?", second[1]?.id ?? "") === 1,
  );

  const renamed = customer();
  add(
    "somebody has a new name",
    async (agent) => {
      await agent.search(renamed.name);
      await agent.follow("Gwen");
      await agent.follow("Correct name");
      await agent.press("Correct the name", { "Last name": "Lowe", ...WHY });
    },
    () => did("accounts.correct_name", renamed.id),
  );

  const homed = customer();
  run(
    `INSERT INTO addresses (id, account_id, label, first_name, last_name, line1, city, postcode, created_at, updated_at)
     VALUES ('call-place', ?, 'Home', 'Gwen', 'P', '12 Bridge Lanes', 'Leeds', 'LS62AB', 1, 1)`,
    homed.id,
  );
  add(
    "a saved address is wrong",
    async (agent) => {
      await agent.search(homed.name);
      await agent.follow("Gwen");
      await agent.follow("Correct home");
      await agent.press("Correct the address", { "Address line 1": "112 Bridge Lanes", ...WHY });
    },
    () => did("accounts.correct_address", homed.id),
  );

  const leaving = customer();
  add(
    "somebody asks by letter to be deleted",
    async (agent) => {
      await agent.search(leaving.name);
      await agent.follow("Gwen");
      await agent.follow("Start deletion");
      await agent.press("Start the deletion", WHY);
    },
    () => did("accounts.delete", leaving.id),
  );

  const forgetful = customer();
  add(
    "somebody has forgotten the password",
    async (agent) => {
      await agent.search(forgetful.name);
      await agent.follow("Send a reset link");
      await agent.press("Send the link", WHY);
    },
    () => did("accounts.reset_link", forgetful.id),
  );

  const later = customer();
  loop(later.id, 30);
  add(
    "the book is needed on another day",
    async (agent) => {
      await agent.search(later.name);
      await agent.follow("Gwen");
      await agent.follow("Move date");
      await agent.press("Move the date", { "Delivery date": dayFromToday(420), ...WHY });
    },
    () => did("loops.move_date", later.id),
  );

  const mistaken = customer();
  loop(mistaken.id, 7);
  add(
    "the wrong type was chosen",
    async (agent) => {
      await agent.search(mistaken.name);
      await agent.follow("Gwen");
      await agent.follow("Change type");
      await agent.press("Change the type", { Type: "pet/my-cat-and-me", ...WHY });
    },
    () => did("loops.change_type", mistaken.id),
  );

  const unbegun = customer();
  order(unbegun.id, unbegun.email);
  add(
    "somebody paid and never found where to start",
    async (agent) => {
      await agent.search(unbegun.name);
      await agent.follow("Gwen");
      await agent.follow("Open the loop");
      await agent.press("Open the loop", { "Delivery date": dayFromToday(420), ...WHY });
    },
    () => did("loops.begin", unbegun.id),
  );

  const unheard = customer();
  const dead = deadEmail(unheard.id, unheard.email, "refund");
  add(
    "an email never came",
    async (agent) => {
      await agent.search(unheard.name);
      await agent.follow("Gwen");
      await agent.press("Send again");
    },
    () => count("SELECT count(*) FROM emails WHERE resend_of = ?", dead) === 1,
  );
  return calls;
}

export async function measure({ origin }: ServedApp): Promise<Figure[]> {
  fillSeveralYears(Date.now());
  const calls = await prepareCalls();
  const { staffCookieFor } = await import("./harness/staff-browser");
  const cookie = await staffCookieFor();
  const figures: Figure[] = [];
  for (const { what, take, isDone } of calls) {
    const agent = new SupportAgent(origin, cookie);
    const began = performance.now();
    let problem = "";
    try {
      await take(agent);
      if (!isDone()) problem = ", without effect";
    } catch (error) {
      problem = `, stuck: ${error instanceof Error ? error.message : String(error)}`;
    }
    const seconds = (performance.now() - began) / 1000;
    figures.push({
      what,
      value: `${seconds.toFixed(2)} s, ${agent.presses} presses${problem}`,
      limit: `<= ${MOST_SECONDS} s, ${MOST_PRESSES} presses`,
      isMet: problem === "" && seconds <= MOST_SECONDS && agent.presses <= MOST_PRESSES,
    });
  }
  return figures;
}
