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
} from "./harness/phone-customers";
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

const isThere = (rows: string, ...values: string[]) => count(`SELECT count(*) FROM ${rows}`, ...values) === 1;
const did = (action: string, id: string) => isThere("audit_events WHERE action = ? AND object_id = ?", action, id);

/** A call: what is searched for, the links that are followed, the button that is pressed, and whether it is done then. */
interface Call {
  what: string;
  find: string;
  follow?: readonly string[];
  press?: readonly [button: string, fields?: Record<string, string>];
  isDone(page: string): boolean;
}

/** All twenty; what is true when each comes in is made before. */
async function prepareCalls(): Promise<Call[]> {
  const mistyped = await guest("aled.call@exmaple.com");
  order(mistyped, "aled.call@exmaple.com");
  deadEmail(mistyped, "aled.call@exmaple.com", "order_confirmation");
  const leaver = await guest("leaver.call@example.com");
  order(leaver, "leaver.call@example.com");
  const [moved, early, atPrinter, returned, copies, disputed] = [
    customer(),
    customer(),
    customer(),
    customer(),
    customer(),
    customer(),
  ];
  const [twice, renamed, homed, leaving, forgetful, later] = [
    customer(),
    customer(),
    customer(),
    customer(),
    customer(),
    customer(),
  ];
  const [mistaken, unbegun, unheard] = [customer(), customer(), customer()];
  const wrongPlace = order(early.id, early.email);
  const printing = shipment(atPrinter.id, "printing", null);
  const back = shipment(returned.id, "shipped", "GK447100009GB");
  const wrongPerson = voucher("wrong.call@example.org");
  const four = order(copies.id, copies.email, 4);
  const taken = order(disputed.id, disputed.email);
  run(
    "INSERT INTO disputes (id, order_id, stage, amount_pence, due_at, opened_at, updated_at) VALUES ('du_call', ?, 'open', 6999, ?, ?, ?)",
    ...[taken.id, Date.now() + 9 * 86_400_000, Date.now(), Date.now()],
  );
  const lost = voucher("lost.call@example.org");
  const over = voucher("over.call@example.org", true);
  order(twice.id, twice.email);
  const second = order(twice.id, twice.email);
  run(
    `INSERT INTO addresses (id, account_id, label, first_name, last_name, line1, city, postcode, created_at, updated_at)
     VALUES ('call-place', ?, 'Home', 'Gwen', 'P', '12 Bridge Lanes', 'Leeds', 'LS62AB', 1, 1)`,
    homed.id,
  );
  loop(later.id, 30);
  loop(mistaken.id, 7);
  order(unbegun.id, unbegun.email);
  const dead = deadEmail(unheard.id, unheard.email, "refund");
  return [
    {
      what: "a guest's address was mistyped",
      find: "aled.call@exmaple.com",
      follow: ["Correct email"],
      press: ["Correct it", { "New email address": "aled.call@example.com", ...WHY }],
      isDone: () => did("accounts.correct_email", mistyped),
    },
    {
      what: "a guest asks by letter to be forgotten",
      find: "leaver.call@example.com",
      follow: ["Aled", "Start deletion"],
      press: ["Start the deletion", WHY],
      isDone: () => did("accounts.delete", leaver),
    },
    {
      what: "an owner has a new mailbox",
      find: moved.name,
      follow: ["Gwen", "Correct email"],
      press: ["Send a code", { "New email address": "gwen.new@example.org", ...WHY }],
      isDone: () => did("accounts.correct_email", moved.id),
    },
    {
      what: "the address is wrong, nothing is printed",
      find: wrongPlace.number,
      follow: [wrongPlace.number, "Correct address"],
      press: ["Correct", { "Address line 1": "112 Bridge Lanes", ...WHY }],
      isDone: () => orderOf(wrongPlace.id, "delivery_address").includes("112 Bridge"),
    },
    {
      what: "the address is wrong, the printer has it",
      find: atPrinter.email,
      follow: ["Correct address"],
      press: ["Correct the address", { "Address line 1": "41 Weavers Row", ...WHY }],
      isDone: () => isThere("shipments WHERE id = ? AND delivery_address LIKE '%41 Weavers%'", printing),
    },
    {
      what: "a book came back",
      find: "gk447100009gb",
      follow: ["Print again"],
      press: ["Print again", { "Why?": "came_back", "Address line 1": "2 New Road", Reason: "It came back" }],
      isDone: () => isThere("shipments WHERE reprint_of = ? AND delivery_address LIKE '%2 New Road%'", back),
    },
    {
      what: "a gift went to the wrong person",
      find: "wrong.call@example.org",
      follow: ["····", "Correct recipient"],
      press: ["Correct it", { "Their email address": "tom.call@example.org", ...WHY }],
      isDone: () => isThere("vouchers WHERE id = ? AND recipient_email = 'tom.call@example.org'", wrongPerson),
    },
    {
      what: "one of four copies is to be refunded",
      find: four.number,
      follow: ["Refund"],
      press: ["Refund", { "Refund: The line": "1", ...WHY }],
      isDone: () => isThere("refunds WHERE order_id = ? AND amount_pence = 6999", four.id),
    },
    {
      what: "a bank disputes a payment",
      find: disputed.name,
      follow: ["Gwen", `Open ${taken.number}`, "Send evidence"],
      isDone: (page) => page.includes("Receipt") && page.includes("Tracking"),
    },
    {
      what: "the code of a gift is lost",
      find: "lost.call@example.org",
      follow: ["····"],
      press: ["Resend"],
      isDone: () => did("vouchers.resend", lost),
    },
    {
      what: "a voucher has run out",
      find: "over.call@example.org",
      follow: ["Extend"],
      press: ["Extend", { "Valid until": dayFromToday(90), ...WHY }],
      isDone: () => did("vouchers.extend", over),
    },
    {
      what: "somebody paid twice",
      find: second.number,
      follow: ["Refund"],
      press: ["Refund", { "Refund: The line": "1", ...WHY }],
      isDone: () => isThere("refunds WHERE order_id = ?", second.id),
    },
    {
      what: "somebody has a new name",
      find: renamed.name,
      follow: ["Gwen", "Correct name"],
      press: ["Correct the name", { "Last name": "Lowe", ...WHY }],
      isDone: () => did("accounts.correct_name", renamed.id),
    },
    {
      what: "a saved address is wrong",
      find: homed.name,
      follow: ["Gwen", "Correct home"],
      press: ["Correct the address", { "Address line 1": "112 Bridge Lanes", ...WHY }],
      isDone: () => did("accounts.correct_address", homed.id),
    },
    {
      what: "somebody asks by letter to be deleted",
      find: leaving.name,
      follow: ["Gwen", "Start deletion"],
      press: ["Start the deletion", WHY],
      isDone: () => did("accounts.delete", leaving.id),
    },
    {
      what: "somebody has forgotten the password",
      find: forgetful.name,
      follow: ["Send a reset link"],
      press: ["Send the link", WHY],
      isDone: () => did("accounts.reset_link", forgetful.id),
    },
    {
      what: "the book is needed on another day",
      find: later.name,
      follow: ["Gwen", "Move date"],
      press: ["Move the date", { "Delivery date": dayFromToday(420), ...WHY }],
      isDone: () => did("loops.move_date", later.id),
    },
    {
      what: "the wrong type was chosen",
      find: mistaken.name,
      follow: ["Gwen", "Change type"],
      press: ["Change the type", { Type: "pet/my-cat-and-me", ...WHY }],
      isDone: () => did("loops.change_type", mistaken.id),
    },
    {
      what: "somebody paid and never found where to start",
      find: unbegun.name,
      follow: ["Gwen", "Open the loop"],
      press: ["Open the loop", { "Delivery date": dayFromToday(420), ...WHY }],
      isDone: () => did("loops.begin", unbegun.id),
    },
    {
      what: "an email never came",
      find: unheard.name,
      follow: ["Gwen"],
      press: ["Send again"],
      isDone: () => isThere("emails WHERE resend_of = ?", dead),
    },
  ];
}

export async function measure({ origin }: ServedApp): Promise<Figure[]> {
  fillSeveralYears(Date.now());
  const calls = await prepareCalls();
  const { staffCookieFor } = await import("./harness/staff-browser");
  const cookie = await staffCookieFor();
  const figures: Figure[] = [];
  for (const { what, find, follow = [], press, isDone } of calls) {
    const agent = new SupportAgent(origin, cookie);
    const began = performance.now();
    let problem = "";
    try {
      await agent.search(find);
      for (const words of follow) await agent.follow(words);
      if (press) await agent.press(...press);
      if (!isDone(agent.words)) problem = ", without effect";
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
