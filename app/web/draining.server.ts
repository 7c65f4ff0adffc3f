import type { Server } from "node:http";
import { settings } from "~/adapters/settings.server";

/**
 * How a server closes without losing a request. A listener that closes resets the connections that the kernel holds for
 * it, and a kept connection that closes may carry a form at that moment; a proxy can send neither again. So the server
 * first answers with `Connection: close`, and closes its listener when no connection waits for it.
 */

/** For a proxy to let go of the connections it keeps. Without a proxy there is nobody to wait for. */
const LAST_ANSWERS_MS = settings.trustedProxyHops > 0 ? 1_000 : 0;
/** A server that is never idle closes all the same: this is a third of the time that a start grants its processes. */
const LONGEST_WAIT_MS = 5_000;
/** A turn of the event loop that takes longer leaves time for another connection to come. */
const SHORT_TURN_MS = 5;

const watched = new WeakSet<Server>();
let isClosing = false;

/** Whether answers should end their connection. */
export function isDraining(): boolean {
  return isClosing;
}

/**
 * Makes `server.close()` drain first, and ends the process once the server has answered its last request; pending timers
 * must not keep it alive.
 */
export function drainBeforeClosing(server: Server): void {
  if (watched.has(server)) return;
  watched.add(server);
  let accepted = 0;
  server.on("connection", () => {
    accepted += 1;
  });
  server.once("close", () => process.exit(0));
  const close = server.close.bind(server);
  // A terminal sends its signal to every process, and the start sends another one.
  server.close = () => {
    if (!isClosing) setTimeout(() => closeWhenIdle(performance.now() + LONGEST_WAIT_MS), LAST_ANSWERS_MS);
    isClosing = true;
    return server;
  };

  /** Node accepts one connection a turn at most, so a turn without one means that none waits. */
  function closeWhenIdle(deadline: number): void {
    const [began, before] = [performance.now(), accepted];
    setImmediate(() => {
      const now = performance.now();
      const isIdle = accepted === before && now - began < SHORT_TURN_MS;
      if (isIdle || now > deadline) close();
      else closeWhenIdle(deadline);
    });
  }
}
