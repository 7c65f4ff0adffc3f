import { request as ask } from "node:http";
import type { EntryPoint } from "./visitor";

/** Requests over the network to an app that another process serves at this port, under the name that `origin` says. */
export function doorOverWire(port: number, origin: string): EntryPoint {
  return {
    origin,
    async ask(request) {
      const { pathname, search } = new URL(request.url);
      const body = Buffer.from(await request.arrayBuffer());
      const headers = Object.fromEntries(request.headers);
      return await new Promise<Response>((resolve, reject) => {
        const options = {
          host: "127.0.0.1",
          port,
          path: pathname + search,
          method: request.method,
          agent: false,
        };
        const input = ask({ ...options, headers }, (answer) => {
          const chunks: Buffer[] = [];
          answer.on("data", (chunk: Buffer) => chunks.push(chunk));
          answer.once("error", reject);
          answer.once("end", () => {
            const heard = new Headers();
            for (const [name, values = []] of Object.entries(answer.headersDistinct))
              for (const value of values) heard.append(name, value);
            const status = answer.statusCode ?? 0;
            const isEmpty = [204, 304].includes(status);
            resolve(new Response(isEmpty ? null : Buffer.concat(chunks), { status, headers: heard }));
          });
        });
        input.once("error", reject);
        input.end(body);
      });
    },
  };
}
