import { CookieJar } from "./cookie-jar";
import { type Fillings, type FormEntry, fillForm, findForm, wordsOf } from "./html-form";
import { TestResponse } from "./test-response";

/** A request as a browser writes it. */
export interface SentRequest {
  url: URL;
  method: string;
  headers: Headers;
  body: Buffer<ArrayBuffer> | null;
}

/** How a visitor reaches the app. */
export interface Transport {
  origin: string;
  /** Handles one request that comes from this network address. */
  ask(request: SentRequest, address: string): Promise<Response>;
}

export interface VisitOptions {
  /** False stops at the first redirect, to inspect it. */
  follow?: boolean;
  headers?: Readonly<Record<string, string>>;
}

export interface SubmitOptions extends VisitOptions {
  /** Fields that no page of the product sends, added to the others. */
  extra?: readonly FormEntry[];
  /** Names of fields that are left out, hidden ones too. */
  without?: readonly string[];
}

export interface RequestOptions extends VisitOptions {
  method?: string;
  body?: string | Uint8Array;
}

const MOST_REDIRECTS = 10;

/**
 * A person with a browser that runs no scripts: it keeps cookies, follows redirects, and sends the real forms of the
 * real pages with the headers a browser sends.
 */
export class Visitor {
  readonly cookies = new CookieJar();
  private current: TestResponse | undefined;

  private readonly transport: Transport;
  readonly address: string;

  constructor(transport: Transport, address: string) {
    this.transport = transport;
    this.address = address;
  }

  /** The page that the visitor sees. */
  get page(): TestResponse {
    if (!this.current) throw new Error("This visitor has not been anywhere yet.");
    return this.current;
  }

  /** Types an address, or follows a link. */
  async visit(path: string, going: VisitOptions = {}): Promise<TestResponse> {
    const site = this.current ? "same-origin" : "none";
    this.current = await this.navigate({ path, headers: { "Sec-Fetch-Site": site, ...going.headers } }, going);
    return this.current;
  }

  /** Presses the button with this label, after filling in its form; keys are labels, legends or names. */
  async submit(button: string, fillings: Fillings = {}, options: SubmitOptions = {}): Promise<TestResponse> {
    const { root, path } = this.page;
    const found = findForm(root, button);
    const filled = fillForm(root, found.form, found.button, fillings);
    const without = options.without ?? [];
    const entries = [...filled.entries.filter(([name]) => !without.includes(name)), ...(options.extra ?? [])];
    const target = new URL(filled.action || path, new URL(path, this.transport.origin));
    const headers = { "Sec-Fetch-Site": "same-origin", ...options.headers };
    if (filled.method === "GET") {
      target.search = encodeQuery(entries);
      this.current = await this.navigate({ path: target.pathname + target.search, headers }, options);
      return this.current;
    }
    const { body, contentType } = filled.isMultipart ? await encodeMultipart(entries) : encodeForm(entries);
    this.current = await this.navigate(
      {
        path: target.pathname + target.search,
        method: "POST",
        body,
        headers: { Origin: this.transport.origin, "Content-Type": contentType, ...headers },
      },
      options,
    );
    return this.current;
  }

  /** Presses the button that sends this value, by its value instead of its label. */
  async press(name: string, value: string): Promise<TestResponse> {
    return await this.submit(wordsOf(this.page.find(`button[name="${name}"][value="${value}"]`)));
  }

  /** Sends exactly this, with this visitor's cookies, and does not follow the redirect. */
  async send(path: string, sending: RequestOptions = {}): Promise<TestResponse> {
    const { method, body, headers = {} } = sending;
    return await this.navigate({ path, method, body, headers }, { follow: sending.follow ?? false });
  }

  /** Posts these fields as no button of a page would, and does not follow the redirect. */
  async post(path: string, fields: Readonly<Record<string, string>>): Promise<TestResponse> {
    const headers = { "Content-Type": "application/x-www-form-urlencoded", Origin: this.transport.origin };
    return await this.send(path, { method: "POST", body: new URLSearchParams(fields).toString(), headers });
  }

  private async navigate(first: Step, { follow = true }: VisitOptions): Promise<TestResponse> {
    let step = first;
    const redirects: TestResponse["redirects"] = [];
    while (redirects.length <= MOST_REDIRECTS) {
      const arrived = await this.ask(step);
      arrived.redirects.push(...redirects);
      const next = follow ? this.nextStep(step, arrived) : undefined;
      if (!next) return arrived;
      redirects.push({ status: arrived.status, location: arrived.location ?? "" });
      step = next;
    }
    throw new Error(`${first.path} led round in a circle: ${redirects.map(({ location }) => location).join(" → ")}`);
  }

  /** The path a redirect leads to, or null for another host. */
  private nextStep(step: Step, arrived: TestResponse): Step | undefined {
    if (arrived.location === null || ![301, 302, 303, 307, 308].includes(arrived.status)) return undefined;
    const target = new URL(arrived.location, new URL(step.path, this.transport.origin));
    if (target.origin !== this.transport.origin) return undefined;
    const path = target.pathname + target.search;
    if (arrived.status === 307 || arrived.status === 308) return { ...step, path };
    return { path, headers: { "Sec-Fetch-Site": step.headers["Sec-Fetch-Site"] ?? "same-origin" } };
  }

  private async ask({ path, method = "GET", body, headers }: Step): Promise<TestResponse> {
    const request = {
      url: new URL(path, this.transport.origin),
      method,
      body: body === undefined ? null : Buffer.from(body),
      headers: headersOf({
        Host: new URL(this.transport.origin).host,
        Accept: "text/html,application/xhtml+xml,*/*;q=0.8",
        "Accept-Language": "en-GB",
        "User-Agent": "Loop tests",
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-Dest": "document",
        Cookie: this.cookies.header(),
        "Content-Length": body === undefined ? undefined : String(Buffer.byteLength(body)),
        ...headers,
      }),
    };
    const response = await this.transport.ask(request, this.address);
    for (const line of response.headers.getSetCookie()) this.cookies.keep(line);
    return new TestResponse(path, response.status, response.headers, new Uint8Array(await response.arrayBuffer()));
  }
}

interface Step {
  path: string;
  method?: string | undefined;
  body?: string | Uint8Array | undefined;
  headers: Readonly<Record<string, string>>;
}

/** Headers with an empty value are left out. */
function headersOf(given: Record<string, string | undefined>): Headers {
  return new Headers(Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

function encodeQuery(entries: readonly FormEntry[]): string {
  return new URLSearchParams(
    entries.map(([name, value]) => [name, typeof value === "string" ? value : value.name]),
  ).toString();
}

export function encodeForm(entries: readonly FormEntry[]) {
  return { body: encodeQuery(entries), contentType: "application/x-www-form-urlencoded" };
}

export async function encodeMultipart(entries: readonly FormEntry[]) {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  const encoded = new Response(form);
  const contentType = encoded.headers.get("content-type") ?? "";
  return { body: new Uint8Array(await encoded.arrayBuffer()), contentType };
}
