import { describe, expect, it } from "vitest";
import { signatureHeader } from "../../scripts/payment-sandbox/webhooks/signature";
import { expectNothingBreaks } from "../screens/support/app-log";
import { countOf, rowsOf } from "../screens/support/records";
import { openApp } from "../support/app";

/** The webhook checks the signature of each message, stores it and responds at once. */

const app = await openApp();
expectNothingBreaks();

const SECRET = process.env.STRIPE_WEBHOOK_SECRETS ?? "";
let events = 0;

function eventOf(change: Record<string, unknown> = {}): string {
  events += 1;
  const object = { object: "charge", id: `ch_${events}`, metadata: {} };
  const times = { created: Math.floor(Date.now() / 1000), livemode: false };
  return JSON.stringify({
    id: `evt_${events}`,
    type: "charge.succeeded",
    ...times,
    data: { object },
    ...change,
  });
}

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
const sign = (body: string, at = new Date(), secret = SECRET) => signatureHeader(body, secret, at);

async function tell(body: string, signature?: string) {
  const headers = { "Content-Type": "application/json", Accept: "*/*", "User-Agent": "Stripe/1.0" };
  return await app.visitor().send("/webhooks/stripe", {
    method: "POST",
    body,
    headers: signature === undefined ? headers : { ...headers, "Stripe-Signature": signature },
  });
}

const kept = () => countOf("webhook_events");

describe("a message of the provider’s", () => {
  it("is stored once however often it comes, and gets a 200", async () => {
    const body = eventOf();
    const before = kept();
    const responses = await Promise.all(Array.from({ length: 20 }, () => tell(body, sign(body))));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(kept()).toBe(before + 1);
  });

  it("of a kind nobody knows, in any script, and half a megabyte long is taken too", async () => {
    const padding = "Zoë “日本語” 👪".repeat(10_000);
    const body = eventOf({ type: "entitlements.unheard_of", data: { object: { object: "x", padding } } });
    expect((await tell(body, sign(body))).status).toBe(200);
    const [row] = rowsOf("SELECT payload FROM webhook_events WHERE type = 'entitlements.unheard_of'");
    expect(String(row?.payload)).toContain("日本語");
  });

  it("that is not to be believed is refused, and nothing is stored of it", async () => {
    const body = eventOf();
    const live = eventOf({ livemode: true });
    const before = kept();
    const refused: Record<string, [string, string?]> = {
      "without a signature": [body],
      "signed with another secret": [body, sign(body, new Date(), "whsec_other")],
      "with a byte changed": [body.replace("ch_", "cX_"), sign(body)],
      "from 301 seconds ago": [body, sign(body, ago(302))],
      "from 301 seconds ahead": [body, sign(body, ago(-330))],
      "parsed and serialised again": [JSON.stringify(JSON.parse(body), null, 1), sign(body)],
      "of the old scheme only": [body, sign(body).replace("v1=", "v0=")],
      "of live business": [live, sign(live)],
    };
    for (const [how, [sent, signature]] of Object.entries(refused))
      expect((await tell(sent, signature)).status, how).toBe(400);
    expect(kept()).toBe(before);
  });

  it("that is rightly signed and no event is refused with a reason, and nothing is stored of it", async () => {
    const object = { object: "charge", id: "ch_0" };
    const bodies = [
      ...["{", "", "null", "[]", "1", '"x"', "[".repeat(20_000), '{"__proto__":{}}', "\u0000"],
      ...["id", "type", "created", "livemode", "data"].flatMap((name) =>
        [undefined, null, {}, [], "now", "", -1.5].map((value) => eventOf({ [name]: value })),
      ),
      ...[7, "x", [], {}, { object: 1 }, { ...object, id: 7 }, { ...object, id: null }].map((value) =>
        eventOf({ data: { object: value } }),
      ),
    ].filter((body) => !(body.includes('"id":"now"') || body.includes('"type":"now"')));
    const before = kept();
    for (const body of bodies) {
      const response = await tell(body, sign(body));
      expect([response.status, body.slice(0, 80)]).toEqual([400, body.slice(0, 80)]);
      expect(response.body).toMatch(/Refused: (?:malformed|bad_signature)\./);
    }
    expect(kept()).toBe(before);
  });

  it("whose signature is written in any other way is refused", async () => {
    const body = eventOf();
    const second = Math.floor(Date.now() / 1000);
    const written = ["t=", "v1=", "v1", "t=1", "t=x,v1=y", ",,,", "=", `t=${second}`, `t=${second},v1=`];
    const more = [`t=${second},v1`, `t=${second},v1==a`, `t=${second},v1=zz`, `t=1e99,v1=a`, "a".repeat(9000)];
    for (const signature of [...written, ...more]) expect((await tell(body, signature)).status, signature).toBe(400);
  });

  it("that is too long is refused before it is read to its end", async () => {
    const body = eventOf({ padding: "a".repeat(600 * 1024) });
    const before = kept();
    expect((await tell(body, sign(body))).status).toBe(413);
    expect(kept()).toBe(before);
  });
});
