import type { AddressInfo, Socket } from "node:net";
import { createServer } from "node:tls";
import { GOOD, KEY } from "./certificates";

/** A server of mailboxes on this machine that speaks by a test's script, over TLS. */

export interface ScriptedImap {
  port: number;
  /** The lines that it heard. */
  heard: string[];
  open(): number;
  close(): Promise<void>;
}

/** `answer` is called once a connection is there, with "", and then with each line. */
export async function openScriptedImap(
  answer: (line: string, socket: Socket) => void,
  certificate = GOOD,
): Promise<ScriptedImap> {
  const sockets = new Set<Socket>();
  const heard: string[] = [];
  const server = createServer({ cert: certificate, key: KEY }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    let waiting = "";
    socket.on("data", (bytes) => {
      const lines = (waiting + bytes.toString("latin1")).split("\r\n");
      waiting = lines.pop() ?? "";
      heard.push(...lines);
      for (const line of lines) answer(line, socket);
    });
    answer("", socket);
  });
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    open: () => sockets.size,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
