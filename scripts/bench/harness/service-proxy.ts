import { request as ask, createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A proxy between the shop and one of its services over HTTP, at which fault is caused from outside. */

export type ProxyFault =
  /** Takes every request and answers none; what is on its way gets no answer either. */
  | { kind: "silent" }
  /** Nothing listens: connections are refused. */
  | { kind: "down" }
  /** Every request, or those of one method, get this answer. */
  | { kind: "answer"; status: number; body: string; method?: string }
  /** Every answer comes so much later. */
  | { kind: "slow"; milliseconds: number };

export interface ServiceProxy {
  origin: string;
  begin(fault: ProxyFault): Promise<void>;
  end(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a proxy to the service at this origin, at an address of this machine. It leaves the Host header, which requests are
 * signed with. `hear` is called with each request.
 */
export async function openProxy(
  service: string,
  hear: (input: IncomingMessage) => void = () => {},
  host = "127.0.0.1",
): Promise<ServiceProxy> {
  let fault: ProxyFault | null = null;
  const sockets = new Set<Socket>();
  const server = createServer((input, output) => {
    hear(input);
    if (fault?.kind === "silent") return;
    if (fault?.kind === "answer" && (fault.method ?? input.method) === input.method)
      return answerInstead(input, output, fault);
    forward(service, input, output, () => fault);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await listen(server, { port: 0, host });
  const { port } = server.address() as AddressInfo;
  const shut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return {
    origin: `http://${host}:${port}`,
    async begin(next) {
      fault = next;
      if (next.kind === "down") await shut();
    },
    async end() {
      const was = fault;
      fault = null;
      if (was?.kind === "down") await listen(server, { port, host });
      // Those that were never answered end as they do when a service comes back: their connection breaks.
      else if (was?.kind === "silent") for (const socket of sockets) socket.destroy();
    },
    close: shut,
  };
}

function listen(server: Server, at: { port: number; host: string }): Promise<void> {
  return new Promise((resolve) => server.listen(at, resolve));
}

/** Reads the request to its end first, as servers do that refuse one. */
function answerInstead(
  input: IncomingMessage,
  output: ServerResponse,
  { status, body }: Extract<ProxyFault, { kind: "answer" }>,
): void {
  input.resume().once("end", () => output.writeHead(status, { "content-type": "application/xml" }).end(body));
}

function forward(
  service: string,
  input: IncomingMessage,
  output: ServerResponse,
  fault: () => ProxyFault | null,
): void {
  const { method, headers, url = "/" } = input;
  const further = ask(new URL(url, service), { method, headers }, (response) => {
    const now = fault();
    if (now?.kind === "silent") return void response.resume();
    const pass = () => {
      output.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.pipe(output);
    };
    if (now?.kind === "slow") setTimeout(pass, now.milliseconds);
    else pass();
  });
  further.once("error", () => output.destroy());
  input.pipe(further);
}
