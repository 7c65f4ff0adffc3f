import { readStripeWebhook } from "~/adapters/payments/stripe-webhook.server";
import { isRobot } from "~/domain/backoffice/analytics/stages";
import { nameBrowser } from "~/domain/people/accounts/browser-names";
import { bearerToken } from "~/web/api-clients.server";
import { requestedRange } from "~/web/byte-range";
import { clientNetwork } from "~/web/client-network";
import { encodingFor } from "~/web/compression.server";
import { formCookie, journeyStorage, sessionCookie } from "~/web/cookies.server";
import { formTokenFor, isTokenOf } from "~/web/form-token.server";
import { readJourney } from "~/web/journey.server";
import { isCall } from "~/web/json-calls.server";
import { isFromCachedPage } from "~/web/request-origin.server";
import { type CostRow, costRow } from "./cost-row";
import { HOSTILE_TEXTS, repeated } from "./hostile-text";

/** What Node reads of a request line and its headers together. */
export const HEADER_BYTES = 16 * 1024;

type Shape = (length: number) => string;

const HOSTILE_HEADERS: Readonly<Record<string, Shape>> = {
  ...HOSTILE_TEXTS,
  "many choices": (length) => repeated("a/b;q=0.1,", length),
  "many choices of one kind": (length) => repeated("br,", length),
  "many parts": (length) => repeated("bytes=0-1,", length),
  "many addresses": (length) => repeated("10.0.0.1,", length),
  "an address of many groups": (length) => `[${repeated("a:", length)}]`,
  "many cookies": (length) => repeated("a=b; ", length),
  "many cookies of one name": (length) => repeated("loop_session=b.c; ", length),
  "a long cookie": (length) => `loop_session=${repeated("a", length)}`,
  "a long cookie in escapes": (length) => `loop_session=${repeated("%41", length)}`,
  "a long cookie with points": (length) => `loop_form=${repeated("a.", length)}`,
  "a cookie of our shape": (length) =>
    `loop_journey=${Buffer.from(repeated('{"a":', length * 0.7)).toString("base64")}.${"A".repeat(43)}`,
  "many signatures": (length) => `t=1764110000,${repeated("v1=a,", length)}`,
  "many products": (length) => repeated("Mozilla/5.0 (a; b) ", length),
  "a long token": (length) => `Bearer ${repeated("a", length)}`,
  "a token behind spaces": (length) => `Bearer ${repeated(" ", length)}!`,
};

/** Headers may hold letters of one byte alone, and no ends of lines. */
function asHeader(text: string): string {
  return text.replace(/[^\t\u0020-\u007e\u0080-\u00ff]/g, "\u00e9").trim();
}

/** A row for each header that is read, and each shape. */
export async function headerRows(): Promise<CostRow[]> {
  const asking = (name: string, value: string) =>
    new Request("http://loop.example/about", { headers: { [name]: value } });
  const readers: Readonly<Record<string, (value: string) => unknown>> = {
    "Accept-Encoding": (value) => encodingFor(`${value},`),
    Range: (value) => requestedRange(new Headers({ Range: value }), { bytes: 1_000, tag: '"a"' }),
    "X-Forwarded-For": clientNetwork,
    Authorization: (value) => bearerToken(asking("authorization", value)),
    "Content-Type": (value) =>
      isCall(new Request("http://loop.example/", { method: "POST", headers: { "content-type": value } })),
    "User-Agent": (value) => [nameBrowser(value), isRobot(value)],
    "Stripe-Signature": (signatureHeader) =>
      readStripeWebhook({
        rawBody: "{}",
        signatureHeader,
        now: new Date(),
        secrets: ["whsec_a"],
        liveMode: false,
      }),
    Referer: (value) => isFromCachedPage(asking("referer", value)),
    "Cookie (session)": (value) => sessionCookie.parse(value),
    "Cookie (form)": async (value) => [
      await formCookie.parse(value),
      await formTokenFor(asking("cookie", value)),
      await isTokenOf(asking("cookie", value), value),
    ],
    "Cookie (journey)": async (value) => [
      await journeyStorage.getSession(value),
      await readJourney(asking("cookie", value)),
    ],
  };
  return Object.entries(readers).flatMap(([header, run]) =>
    Object.entries(HOSTILE_HEADERS).map(([shape, text]) =>
      costRow({
        name: `header ${header}: ${shape}`,
        limit: HEADER_BYTES,
        make: (size) => asHeader(text(size)),
        run,
      }),
    ),
  );
}
