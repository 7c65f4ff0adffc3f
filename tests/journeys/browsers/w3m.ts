import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { untilThere, type WalkingBrowser } from "./walking-browser";

/**
 * w3m, a browser for terminals without scripts and styles, in a terminal that tmux makes: keys are pressed, and the
 * screen is read. It shows links in blue and what belongs to a form in red.
 */

/** w3m shows no more lines at once; every page of the journeys has fewer, in so many columns. */
const LINES = 200;
const COLUMNS = 240;
const LONGEST_TURN_MS = 3_000;

interface Cell {
  character: string;
  colour: "" | "link" | "form";
}

/** The prompt of w3m's last line, with what the field holds behind it. */
const PROMPT = /^(?:TEXT|Password|\(Upload\)Filename|Filename):/i;

export async function openW3m({ w3m, tmux }: { w3m: string; tmux: string }, origin: string): Promise<WalkingBrowser> {
  const home = mkdtempSync(join(tmpdir(), "loop-w3m-"));
  const words = join(home, "words");
  const editor = join(home, "editor");
  // A text area is written in an editor; this one replaces everything.
  writeFileSync(editor, `#!/bin/sh\ncp '${words}' "$1"\n`, { mode: 0o755 });
  const run = promisify(execFile);
  const terminal = async (...args: string[]) =>
    (
      await run(tmux, ["-f", "/dev/null", "-S", join(home, "tmux"), ...args], {
        env: { ...process.env, HOME: home, TERM: "xterm-256color", LC_ALL: "C.UTF-8" },
      })
    ).stdout;
  const command = [w3m, "-cookie", "-graph", "-o", `editor='${editor} %s'`, "-o", "use_mouse=0"];
  await terminal(
    ...["new-session", "-d", "-x", String(COLUMNS), "-y", String(LINES)],
    `${command.join(" ")} ${origin}/accessibility`,
  );
  const keys = (...names: string[]) => terminal("send-keys", ...names);
  const type = (text: string) => terminal("send-keys", "-l", text);
  const screen = async () => cellsOf(await terminal("capture-pane", "-p", "-e"));
  const lastLine = async () => textOf((await screen()).at(-1) ?? []);
  const prompt = () => untilThere("prompt of w3m", async () => PROMPT.test(await lastLine()));
  /** The line is empty for a moment each time that w3m draws it. */
  async function noPrompt(): Promise<void> {
    let empty = 0;
    await untilThere("end of w3m's prompt", async () => {
      empty = PROMPT.test(await lastLine()) ? 0 : empty + 1;
      return empty === 3;
    });
  }

  await untilThere("page in w3m", async () => (await screen()).some((line) => textOf(line).includes("Loop")));

  /**
   * Presses keys until w3m asks: those that come while it loads a page are lost. A second press on a prompt that was only
   * slow would end it, so each gets two seconds.
   */
  async function ask(prompt: string, ...names: string[]): Promise<void> {
    await untilThere(`prompt “${prompt}” in w3m, which says ${await lastLine()}`, async () => {
      if ((await lastLine()).startsWith(prompt)) return true;
      await keys(...names);
      for (let look = 0; look < 65; look += 1) {
        if ((await lastLine()).startsWith(prompt)) return true;
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
      return false;
    });
  }

  /** Waits a moment for another page: a place found on the one before would be somewhere else on it. */
  async function another(turn: () => Promise<unknown>): Promise<void> {
    const content = async () => squeeze((await screen()).slice(0, -1));
    const before = await content();
    await turn();
    const end = Date.now() + LONGEST_TURN_MS;
    while (Date.now() < end && (await content()) === before) await new Promise((resolve) => setTimeout(resolve, 40));
  }

  /** Moves the cursor to this place of the screen, and presses Enter. */
  async function enterAt({ line, column }: Place): Promise<void> {
    await ask("Goto line", "Escape", "g");
    await type(String(line + 1));
    await keys("Enter");
    if (column > 0) await keys("-N", String(column), "l");
    await keys("Enter");
  }

  async function respond(text: string): Promise<void> {
    await prompt();
    await keys("C-u", "C-k");
    if (text) await type(text);
    await keys("Enter");
    await noPrompt();
  }

  /** An error that says what the screen says. */
  const explain = async (error: Error): Promise<never> => {
    throw new Error(`${error.message}; w3m says: ${squeeze(await screen())}`);
  };
  const place = <Found extends Place>(what: string, find: (cells: Cell[][]) => Found | undefined) =>
    untilThere(what, async () => find(await screen())).catch(explain);

  return {
    hasScripts: false,
    refreshes: false,
    open: async (path) => {
      await ask("Goto URL", "U");
      await keys("C-u", "C-k");
      await type(new URL(path, origin).href);
      await another(() => keys("Enter"));
    },
    async see(...wanted) {
      await untilThere(`page that says ${wanted.join(", ")}`, async () => {
        const said = lower(squeeze(await screen()));
        return wanted.every((each) => said.includes(lower(each)));
      }).catch(explain);
    },
    says: async (wanted) => lower(squeeze(await screen())).includes(lower(wanted)),
    async fill(label, value) {
      const field = await place(`field “${label}”`, (cells) => formPartAfter(cells, label));
      writeFileSync(words, value);
      await enterAt(field);
      if (!field.isTextArea) await respond(value);
    },
    async tick(label) {
      const box = await place(`box “${label}”`, (cells) => boxBefore(cells, label));
      if (!box.isSelected) await enterAt(box);
    },
    async attach(label, path) {
      await enterAt(await place(`field “${label}”`, (cells) => formPartAfter(cells, label)));
      await respond(path);
    },
    async press(name) {
      const control = await place(`button or link “${name}”`, (cells) => controlOf(cells, name));
      await another(() => enterAt(control));
    },
    address: lastLine,
    problems: () => [],
    close: async () => {
      await terminal("kill-server");
      rmSync(home, { recursive: true, force: true });
    },
  };
}

interface Place {
  line: number;
  column: number;
}

const textOf = (cells: readonly Cell[]) => cells.map(({ character }) => character).join("");
const squeeze = (cells: readonly Cell[][]) => cells.map(textOf).join(" ").replace(/\s+/g, " ");
const lower = (text: string) => text.toLowerCase();

/** The screen with its colours: red and blue are what w3m gives forms and links. */
function cellsOf(captured: string): Cell[][] {
  let colour: Cell["colour"] = "";
  const lines = captured.replace(/\n$/, "").split("\n");
  return lines.map((line) => {
    const cells: Cell[] = [];
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's colours begin with one
    for (const [, codes, character] of line.matchAll(/\u001b\[([\d;]*)m|([^\u001b])/gu)) {
      if (character !== undefined) cells.push({ character, colour });
      for (const code of codes?.split(";") ?? []) {
        if (code === "31") colour = "form";
        else if (code === "34") colour = "link";
        else if (code === "39" || code === "0" || code === "") colour = "";
      }
    }
    return cells;
  });
}

/** The first part of a form behind this text, on the same line or below. */
function formPartAfter(screen: readonly Cell[][], label: string): (Place & { isTextArea: boolean }) | undefined {
  for (const [line, cells] of screen.entries()) {
    const at = lower(textOf(cells)).indexOf(lower(label));
    if (at < 0) continue;
    for (let below = line; below < Math.min(screen.length, line + 8); below += 1) {
      const row = screen[below] ?? [];
      const column = row.findIndex(
        ({ colour }, place) => colour === "form" && (below > line || place > at) && row[place - 1]?.character === "[",
      );
      if (column < 0) continue;
      const widthIn = (cells: readonly Cell[]) =>
        partsOf(cells, "form").find((part) => part.column === column)?.text.length;
      const isTextArea = widthIn(row) === widthIn(screen[below + 1] ?? []);
      return { line: below, column, isTextArea };
    }
  }
  return undefined;
}

/** The box in front of this text. */
function boxBefore(screen: readonly Cell[][], label: string): (Place & { isSelected: boolean }) | undefined {
  for (const [line, cells] of screen.entries()) {
    const at = lower(textOf(cells)).indexOf(lower(label));
    if (at < 0) continue;
    const column = cells.findLastIndex(({ colour }, place) => colour === "form" && place < at);
    if (column >= 0) return { line, column, isSelected: cells[column]?.character !== " " };
  }
  return undefined;
}

/** A button, else a link, whose name is this text, begins with it or contains it. */
function controlOf(screen: readonly Cell[][], name: string): Place | undefined {
  const parts = screen.flatMap((cells, line) =>
    (["form", "link"] as const).flatMap((colour) =>
      partsOf(cells, colour).map((part) => ({ ...part, line, colour, words: lower(part.text).trim() })),
    ),
  );
  const wanted = lower(name);
  for (const colour of ["form", "link"]) {
    // A field lies between brackets.
    const some = parts.filter(
      (part) => part.colour === colour && screen[part.line]?.[part.column - 1]?.character !== "[",
    );
    const found =
      some.find(({ words }) => words === wanted) ??
      some.find(({ words }) => words.startsWith(wanted)) ??
      some.find(({ words }) => words.includes(wanted));
    // Links without a space between them look like one.
    if (found) return { ...found, column: found.column + Math.max(0, found.words.indexOf(wanted)) };
  }
  return undefined;
}

function partsOf(cells: readonly Cell[], colour: Cell["colour"]): { column: number; text: string }[] {
  const parts: { column: number; text: string }[] = [];
  for (const [column, cell] of cells.entries()) {
    if (cell.colour !== colour) continue;
    const last = parts.at(-1);
    if (last && last.column + [...last.text].length === column) last.text += cell.character;
    else parts.push({ column, text: cell.character });
  }
  return parts;
}
