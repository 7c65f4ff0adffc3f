import { request as ask } from "node:http";
import type { Transport } from "./visitor";

/** Requests over the network to an app that another process serves at this port, under the name that `origin` says. */
export function networkTransport(port: number, origin: string, host = "127.0.0.1"): Transport {
  return {
    origin,
    async ask({ url, method, headers, body }) {
      return await new Promise<Response>((resolve, reject) => {
        const options = {
          host,
          port,
          path: url.pathname + url.search,
          method,
          agent: false,
        };
        const input = ask({ ...options, headers: Object.fromEntries(headers) }, (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.once("error", reject);
          response.once("end", () => {
            const received = new Headers();
            for (const [name, values = []] of Object.entries(response.headersDistinct))
              for (const value of values) received.append(name, value);
            const status = response.statusCode ?? 0;
            const isEmpty = [204, 304].includes(status);
            resolve(new Response(isEmpty ? null : Buffer.concat(chunks), { status, headers: received }));
          });
        });
        input.once("error", reject);
        input.end(body);
      });
    },
  };
}
