import { eq } from "drizzle-orm";
import { newJourney } from "../../../app/web/journey";
import { storeJourney } from "../../../app/web/journey.server";
import { db } from "../../../db/client.server";
import { orders, payments } from "../../../db/schema";
import { brokenOff, nextAddress, type Writer } from "./acknowledged";
import { signIn } from "./people";
import { ADDRESS, CHOICE } from "./purchase";

const CARD = { number: "4242424242424242", expiry: "09 / 39", cvc: "123", holder: "Ada Okafor" };
const SUCCESS_PAGE = "/payment-success?session_id=";

export interface Buyer extends Writer {
  /** Opens the success page of each payment that the provider has and the shop has not acknowledged. */
  comeBack(): Promise<{ paid: number; refused: string[] }>;
}

/**
 * Buys one loop after another and pays at the provider. Two writes are acknowledged for each: the order with its payment,
 * when the shop sends the buyer to the provider, and that it is paid, when it says so.
 */
export async function orderBuyer(origin: string, accountId: string, email: string): Promise<Buyer> {
  const browser = await signIn(origin, email);
  const opened = new Set<string>();
  const paid = new Set<string>();
  /** Paid at the provider; the buyer has not come back. */
  const away = new Set<string>();
  const find = (checkoutId: string) =>
    db
      .select({ status: orders.status, accountId: orders.accountId })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(eq(payments.checkoutId, checkoutId))
      .get();
  const isAcknowledged = async (checkoutId: string) => {
    const { status, body } = await browser.open(SUCCESS_PAGE + checkoutId);
    if (status !== 200) throw new Error(`${SUCCESS_PAGE} answered ${status}.`);
    return body.includes("Payment Successful!");
  };
  const settle = async (checkoutId: string) => {
    if (!(await isAcknowledged(checkoutId))) return false;
    away.delete(checkoutId);
    paid.add(checkoutId);
    return true;
  };
  async function buy(): Promise<"done"> {
    browser.plant(await storeJourney({ ...newJourney(new Date()), ...CHOICE }));
    await browser.open("/payment?step=delivery");
    const fields = { intent: "pay", ...ADDRESS };
    const { status, location } = await browser.post("/payment?step=delivery", fields, nextAddress());
    const checkoutId = location?.split("/").at(-1);
    if (status !== 303 || !location || !checkoutId) throw new Error(`/payment answered ${status}.`);
    opened.add(checkoutId);
    const card = await fetch(location, {
      method: "POST",
      body: new URLSearchParams(CARD),
      redirect: "manual",
    });
    if (card.status !== 303) throw new Error(`The provider answered ${card.status}.`);
    away.add(checkoutId);
    if (!(await settle(checkoutId))) throw new Error("A paid order was said not to be paid.");
    return "done";
  }
  return {
    write: () => buy().catch(brokenOff),
    acknowledged: () => opened.size + paid.size,
    missing() {
      const missing = [...opened].filter((id) => find(id)?.accountId !== accountId).map((id) => `order ${id}`);
      return [...missing, ...[...paid].filter((id) => find(id)?.status !== "PAID").map((id) => `payment ${id}`)];
    },
    async comeBack() {
      const waiting = [...away];
      const refused: string[] = [];
      for (const id of waiting) if (!(await settle(id))) refused.push(`payment ${id}, made and never given for`);
      return { paid: waiting.length, refused };
    },
  };
}
