import { type AddressInfo, createServer, type Socket } from "node:net";

/** A mail relay on this machine that speaks by a test's script, down to saying nothing and breaking the line. */

/** "" is the greeting, "." the end of the letter. */
export type Command = "" | "EHLO" | "STARTTLS" | "AUTH" | "MAIL" | "RCPT" | "DATA" | "." | "QUIT";

const USUAL: Readonly<Record<Command, string>> = {
  "": "220 relay.example",
  EHLO: "250-relay.example\r\n250 8BITMIME",
  STARTTLS: "502 5.5.1 No",
  AUTH: "235 2.7.0 Welcome",
  MAIL: "250 2.1.0 Ok",
  RCPT: "250 2.1.5 Ok",
  DATA: "354 Go on",
  ".": "250 2.0.0 Ok",
  QUIT: "221 2.0.0 Bye",
};

export interface ScriptedRelay {
  url: string;
  /**
   * Its response in place of the usual; null sends nothing, and "cut" breaks the line, also at the end of a response.
   */
  script: Partial<Record<Command, string | null>>;
  /** The emails that came whole, whatever its response to them. */
  received: string[];
  /** The commands it heard. */
  heard: Command[];
  /** Says this on every open line, late. */
  say(reply: string): void;
  /** How many lines are open. */
  open(): number;
  close(): Promise<void>;
}

export async function openScriptedRelay(host = "127.0.0.1"): Promise<ScriptedRelay> {
  const sockets = new Set<Socket>();
  const relay: ScriptedRelay = {
    url: "",
    script: {},
    received: [],
    heard: [],
    say(reply) {
      for (const socket of sockets) socket.write(`${reply}\r\n`);
    },
    open: () => sockets.size,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    const response = (command: Command) => {
      const { [command]: said = USUAL[command] } = relay.script;
      if (said === "cut") socket.destroy();
      else if (said?.endsWith(" cut")) socket.write(`${said}\r\n`, () => socket.resetAndDestroy());
      else if (said !== null) socket.write(`${said}\r\n`);
    };
    let heard = "";
    let isContent = false;
    socket.on("data", (bytes) => {
      heard += bytes.toString("latin1");
      for (;;) {
        const end = heard.indexOf(isContent ? "\r\n.\r\n" : "\r\n");
        if (end < 0) return;
        const line = heard.slice(0, end);
        heard = heard.slice(end + (isContent ? 5 : 2));
        if (isContent) relay.received.push(line);
        const command = isContent ? "." : (line.split(" ", 1).join().toUpperCase() as Command);
        isContent = command === "DATA" && (relay.script.DATA ?? USUAL.DATA).startsWith("354");
        relay.heard.push(command);
        response(command);
      }
    });
    response("");
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  relay.url = `smtp://${host}:${(server.address() as AddressInfo).port}`;
  return relay;
}
