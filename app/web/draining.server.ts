import type { Server } from "node:http";
import type { Socket } from "node:net";
import { settings } from "~/adapters/settings.server";

/**
 * How a server closes without losing a request. A listener that closes resets the connections that the kernel holds for
 * it, and a keep-alive connection that closes may carry a form at that moment; a proxy can send neither again. So the
 * server first responds with `Connection: close`, and closes its listener when no connection waits for it.
 */

/** For a proxy to let go of the connections it keeps. Without a proxy there is nobody to wait for. */
const LAST_RESPONSES_MS = settings.trustedProxyHops > 0 ? 1_000 : 0;
/** A server that is never idle closes all the same: this is a third of the time that a start grants its processes. */
const LONGEST_WAIT_MS = 5_000;
/** A turn of the event loop that takes longer leaves time for another connection to come. */
const SHORT_TURN_MS = 5;
/** Longer than proxies keep theirs, a minute as a rule: one that closes first may lose a request that was just sent. */
const KEEP_ALIVE_MS = 75_000;
/** Longer than that, because Node counts it from the end of the request before. */
const HEADERS_MS = 80_000;

/** For what a connection has sent to be read, before it counts as one that has sent nothing. */
const FIRST_BYTES_MS = 250;

const watched = new WeakSet<Server>();
let isClosing = false;

/** Whether responses should close their connection. */
export function isDraining(): boolean {
  return isClosing;
}

/** Keeps a server's connections open between requests as long as a proxy in front of it needs. */
export function keepConnections(server: Server): void {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = HEADERS_MS;
}

/**
 * Makes `server.close()` drain first, and ends the process once the server has responded to its last request; pending
 * timers must not keep it alive.
 */
export function drainBeforeClosing(server: Server): void {
  if (watched.has(server)) return;
  watched.add(server);
  let accepted = 0;
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    accepted += 1;
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  server.once("close", () => process.exit(0));
  const close = server.close.bind(server);
  // A terminal sends its signal to every process, and the start sends another one.
  server.close = () => {
    if (!isClosing) setTimeout(() => closeWhenIdle(performance.now() + LONGEST_WAIT_MS), LAST_RESPONSES_MS);
    isClosing = true;
    return server;
  };

  /** Node accepts one connection a turn at most, so a turn without one means that none waits. */
  function closeWhenIdle(deadline: number): void {
    const [began, before] = [performance.now(), accepted];
    setImmediate(() => {
      const now = performance.now();
      const isIdle = accepted === before && now - began < SHORT_TURN_MS;
      if (isIdle || now > deadline) closeNow();
      else closeWhenIdle(deadline);
    });
  }

  /** Node closes idle keep-alive connections, but waits for those that have never sent anything. */
  function closeNow(): void {
    close();
    setTimeout(() => {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    }, FIRST_BYTES_MS);
  }
}
