import { Agent, request as ask } from "node:http";

/** A browser that stores cookies and one form's CSRF token, and times each response. */

export interface Timed {
  status: number;
  location: string | null;
  body: string;
  /** What the response says of the time it took, for a shop that was started with `sql-time.ts`. */
  timing: string | undefined;
  /** From the first byte sent to the last byte received. */
  milliseconds: number;
}

export interface Brought {
  field: string;
  name: string;
  content: Buffer;
}

interface Sending {
  /** Whether the response's cookies are kept. */
  keeps?: boolean;
  /** The visitor's network address. */
  from?: string;
  headers?: Record<string, string>;
}

let readers = 0;

export class Browser {
  private readonly cookies = new Map<string, string>();
  private token = "";

  private readonly origin: string;
  private readonly agent: Agent;

  constructor(origin: string, agent: Agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })) {
    this.origin = origin;
    this.agent = agent;
  }

  /** Another browser over the same connections. */
  another(): Browser {
    return new Browser(this.origin, this.agent);
  }

  plant(setCookie: string): void {
    const pair = setCookie.split(";")[0] ?? "";
    this.cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
  }

  /** Breaks off what is not answered. */
  close(): void {
    this.agent.destroy();
  }

  cookieLine(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Opens a page, each time from a new network address, and keeps the token of its form. */
  async open(path: string): Promise<Timed> {
    const page = await this.send("GET", path, "", { keeps: true, from: addressOf(0x800000 + readers++) });
    this.token = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? this.token;
    return page;
  }

  /** Sends a form and stores the response's cookies, as for sign-in. */
  async enter(path: string, fields: Record<string, string>): Promise<Timed> {
    const body = new URLSearchParams(this.withToken(fields)).toString();
    return await this.send("POST", path, body, { keeps: true });
  }

  /** Sends a form with the token of the last opened page; `from` is the visitor's network address. */
  async post(path: string, fields: Record<string, string>, from?: string): Promise<Timed> {
    const body = new URLSearchParams(this.withToken(fields)).toString();
    return await this.send("POST", path, body, from ? { from } : {});
  }

  /** Sends a form with files, each under its field's name. */
  async bring(path: string, fields: Record<string, string>, files: readonly Brought[]): Promise<Timed> {
    const boundary = `----${process.hrtime.bigint()}`;
    const parts: Buffer[] = Object.entries(this.withToken(fields)).map(([name, value]) =>
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    );
    for (const { field, name, content } of files) {
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: image/jpeg\r\n\r\n`;
      parts.push(Buffer.from(head), content, Buffer.from("\r\n"));
    }
    const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
    const from = addressOf(0x800000 + readers++);
    return await this.send("POST", path, body, {
      from,
      headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
    });
  }

  /** Calls the API as a program does, with an account's token. */
  async call(path: string, body: object, { token, from }: { token: string; from: string }): Promise<Timed> {
    return await this.send("POST", path, JSON.stringify(body), {
      from,
      headers: { Accept: "application/json", "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    });
  }

  /** A page that is the same for everybody has no token, so its form sends none. */
  private withToken(fields: Record<string, string>): Record<string, string> {
    return this.token ? { csrf: this.token, ...fields } : fields;
  }

  private send(
    method: string,
    path: string,
    body: string | Buffer,
    { keeps = false, from = "203.0.113.1", headers: more = {} }: Sending = {},
  ) {
    return new Promise<Timed>((resolve, reject) => {
      const began = performance.now();
      const headers = {
        Accept: "text/html",
        Cookie: this.cookieLine(),
        "X-Forwarded-For": from,
        "Sec-Fetch-Site": "same-origin",
        ...(method === "POST"
          ? {
              Origin: this.origin,
              "Content-Type": "application/x-www-form-urlencoded",
              "Content-Length": String(Buffer.byteLength(body)),
            }
          : {}),
        ...more,
      };
      const input = ask(new URL(path, this.origin), { method, headers, agent: this.agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.once("error", reject);
        response.once("end", () => {
          const milliseconds = performance.now() - began;
          if (keeps) for (const line of response.headers["set-cookie"] ?? []) this.plant(line);
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location ?? null,
            timing: response.headers["server-timing"]?.toString(),
            body: Buffer.concat(chunks).toString("utf8"),
            milliseconds,
          });
        });
      });
      input.once("error", reject);
      input.end(body);
    });
  }
}

export function addressOf(place: number): string {
  return `10.${(place >> 16) & 255}.${(place >> 8) & 255}.${place & 255}`;
}
