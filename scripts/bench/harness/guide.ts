import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../steps.ts";

/** The commands of the deployment guide, read from its own blocks of shell, so that they are written down once. */

const FILES = ["README.md", "releases.md", "recovery.md"].map((name) => join(root, "scripts", "deployment", name));

export interface GuideCommand {
  text: string;
  /** The text in its output for which the guide's reader waits; null for a command that ends. */
  until: string | null;
}

/** The shell blocks below a heading, each as its commands. @throws Error if the guide has none there. */
export function blocksBelow(heading: string): GuideCommand[][] {
  const sections = FILES.flatMap((file) => readFileSync(file, "utf8").split(/^## /m));
  const section = sections.find((one) => one.startsWith(`${heading}\n`)) ?? "";
  const blocks = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = ""]) => commandsOf(text));
  if (blocks.length === 0) throw new Error(`The guide has no commands below "${heading}".`);
  return blocks;
}

function commandsOf(block: string): GuideCommand[] {
  const lines = block.replaceAll("\\\n", " ").split("\n");
  return lines
    .filter((line) => line.trim() !== "")
    .map((text) => ({ text, until: /# until "([^"]+)"$/.exec(text)?.[1] ?? null }));
}
