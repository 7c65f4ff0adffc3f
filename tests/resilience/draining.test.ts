import { once } from "node:events";
import { Agent, get } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { type ServedApp, serveApp } from "../screens/support/served-app";

/** A stop, as a platform asks for it, costs nobody their request. */

const ORIGIN = "https://loop.example";
/** More than one turn of the event loop accepts. */
const WAITING = 40;

let served: ServedApp | undefined;
afterEach(async () => {
  await served?.close();
});

const page = "GET /about HTTP/1.1\r\nHost: loop.example\r\nAccept: text/html\r\nConnection: close\r\n\r\n";
const report = (body: string) =>
  `POST /csp-reports HTTP/1.1\r\nHost: loop.example\r\nContent-Type: application/csp-report\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;

/** Connects as the kernel does for a process that is busy: it need not have accepted the connection. */
async function connected(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

/** The status line that arrives before the connection ends, or what ended it. */
async function statusLine(socket: Socket): Promise<string> {
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  return await once(socket, "close").then(
    () => received.split("\r\n")[0] ?? "",
    (error) => String(error),
  );
}

/** Waits until nobody listens any more. */
async function untilRefused(port: number): Promise<void> {
  const refusal = () =>
    connected(port).then(
      (socket) => socket.destroy() && null,
      (error) => error.code,
    );
  await expect.poll(refusal).toBe("ECONNREFUSED");
}

it("requests that still wait for a busy process get a response after it was asked to stop", async () => {
  served = await serveApp(ORIGIN);
  served.signal("SIGSTOP");
  const sockets: Socket[] = [];
  for (let number = 0; number < WAITING; number += 1) sockets.push(await connected(served.port));
  const responses = sockets.map(statusLine);
  for (const [number, socket] of sockets.entries()) socket.write(number % 2 ? page : `${report("{}")}{}`);
  served.signal("SIGTERM");
  served.signal("SIGCONT");
  const expected = sockets.map((_, number) => (number % 2 ? "HTTP/1.1 200 OK" : "HTTP/1.1 204 No Content"));
  expect(await Promise.all(responses)).toEqual(expected);
  expect(await served.ended).toBe(0);
});

it("a form that is still arriving is taken in after nobody can connect any more", async () => {
  served = await serveApp(ORIGIN);
  const body = JSON.stringify({ "csp-report": { "document-uri": "https://loop.example/" } });
  const socket = await connected(served.port);
  const response = statusLine(socket);
  socket.write(report(body) + body.slice(0, 10));
  served.signal("SIGTERM");
  await untilRefused(served.port);
  socket.write(body.slice(10));
  expect(await response).toBe("HTTP/1.1 204 No Content");
  expect(await served.ended).toBe(0);
});

it("a proxy that keeps connections has a second to let go of them before they close", async () => {
  served = await serveApp(ORIGIN, { TRUSTED_PROXY_HOPS: "1" });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = served;
  const ask = () =>
    new Promise<string | undefined>((resolve, reject) => {
      get({ host: "127.0.0.1", port, path: "/health", agent }, (response) => {
        response.resume().once("end", () => resolve(response.headers.connection));
      }).once("error", reject);
    });
  expect(await ask()).toBe("keep-alive");
  const began = performance.now();
  served.signal("SIGTERM");
  await expect.poll(ask, { interval: 5 }).toBe("close");
  await untilRefused(port);
  expect(performance.now() - began).toBeGreaterThan(900);
  expect(await served.ended).toBe(0);
});
