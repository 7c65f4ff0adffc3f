import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../scripts/steps.ts";
import { bringIntoView, findInPage, isSelected, readPage, selectContent } from "./in-page";
import { walkOver } from "./scripted";
import { untilThere, type WalkingBrowser } from "./walking-browser";

/** The narrowest that the window of Debian's WebKit gets: a phone's layout in the engine of a phone. */
const NARROW = { x: 0, y: 0, width: 447, height: 900 };

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
type Element_ = { readonly [ELEMENT]: string };

/** WebKit by its own WebDriver, in a window on a screen that is only memory. */
export async function openWebKit(
  { driver, miniBrowser, screen }: { driver: string; miniBrowser: string; screen: string },
  origin: string,
): Promise<WalkingBrowser> {
  const home = mkdtempSync(join(tmpdir(), "loop-webkit-"));
  const [display, xvfb] = await openScreen(screen);
  const port = await freePort(0);
  const child = spawn(driver, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display,
      HOME: home,
      XDG_RUNTIME_DIR: home,
      // Its sandbox needs namespaces that a container doesn't have; the pages are our own.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      LIBGL_ALWAYS_SOFTWARE: "1",
      GTK_A11Y: "none",
      NO_AT_BRIDGE: "1",
    },
    stdio: "ignore",
  });
  const end = async () => {
    for (const program of [child, xvfb]) await stop(program);
    rmSync(home, { recursive: true, force: true });
  };
  try {
    return await openSession(`http://127.0.0.1:${port}`, miniBrowser, origin, end);
  } catch (error) {
    await end();
    throw error;
  }
}

async function openSession(
  driver: string,
  miniBrowser: string,
  origin: string,
  end: () => Promise<void>,
): Promise<WalkingBrowser> {
  await untilThere("WebDriver that answers", async () => (await fetch(`${driver}/status`)).ok);
  const wanted = { "webkitgtk:browserOptions": { binary: miniBrowser, args: ["--automation"] } };
  const session = await ask<{ sessionId: string }>(`${driver}/session`, {
    capabilities: { alwaysMatch: wanted },
  });
  const at = `${driver}/session/${session.sessionId}`;
  const run = <Result>(script: (...args: never[]) => Result, ...args: unknown[]) =>
    ask<Result>(`${at}/execute/sync`, { script: `return (${script}).apply(null, arguments)`, args });
  await ask(`${at}/window/rect`, NARROW);
  const of = (element: Element_) => `${at}/element/${element[ELEMENT]}`;
  const click = async (element: Element_) => {
    // Its own scrolling leaves what lies just below the window there.
    await run(bringIntoView, element);
    await ask(`${of(element)}/click`, {});
  };
  return walkOver<Element_>(
    {
      goTo: (url) => ask(`${at}/url`, { url }),
      find: async (kind, words, frame) => {
        await ask(`${at}/frame`, { id: null });
        if (frame) {
          const using = { using: "css selector", value: `iframe[title="${frame}"]` };
          await ask(`${at}/frame`, { id: await ask<Element_>(`${at}/element`, using) });
        }
        return (await run(findInPage, kind, words)) as unknown as Element_ | null;
      },
      read: async () => {
        await ask(`${at}/frame`, { id: null });
        return await run(readPage);
      },
      url: () => ask(`${at}/url`),
      click,
      type: async (element, text) => {
        // Keys for an element reach none within a frame; keys for the page reach the one that was clicked.
        await click(element);
        await run(selectContent, element);
        const keys = [...text].flatMap((value) => [
          { type: "keyDown", value },
          { type: "keyUp", value },
        ]);
        await ask(`${at}/actions`, { actions: [{ type: "key", id: "keys", actions: keys }] });
      },
      isSelected: (element) => run(isSelected, element),
      attach: (element, path) => ask(`${of(element)}/value`, { text: path }),
      close: async () => {
        await ask(at, undefined, "DELETE").catch(() => undefined);
        await end();
      },
    },
    origin,
    [],
  );
}

/** A command of WebDriver and its value. @throws Error with what the driver says. */
async function ask<Value = void>(url: string, body?: object, method = body ? "POST" : "GET"): Promise<Value> {
  const response = await fetch(url, {
    method,
    body: body && JSON.stringify(body),
    headers: { "Content-Type": "application/json" },
    signal: AbortSignal.timeout(60_000),
  });
  const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${value.error} ${value.message}`);
  return value;
}

/** Xvfb chooses a free display and says its number. */
async function openScreen(program: string): Promise<[display: string, child: ChildProcess]> {
  const child = spawn(program, ["-displayfd", "1", "-screen", "0", "1024x1024x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (!child.stdout) throw new Error("Xvfb has no output.");
  const [number] = await once(child.stdout, "data");
  return [`:${String(number).trim()}`, child];
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}
