import { archivePage, data, escapeHtml } from "./archive-page";
import { LISTS } from "./lists";

/** A readable page with all data about a person, and a link to the page of each loop. */

type Records = readonly Readonly<Record<string, unknown>>[];

export interface AccountOnPage {
  account: Readonly<Record<string, unknown>>;
  lists: Readonly<Record<string, Records>>;
  loops: readonly { name: string; folder: string }[];
}

export function accountPage({ account, lists, loops }: AccountOnPage): string {
  return archivePage("Everything about you", [
    "<h1>Everything about you</h1>",
    '<p class="quiet">The same data is in everything.json, and in loop.json in each loop’s folder. keys.txt explains the names.</p>',
    data(account),
    "<h2>Your loops</h2>",
    loops.length === 0 ? none() : `<ul>${loops.map(loopLink).join("\n")}</ul>`,
    ...Object.entries(LISTS).map(([name, [heading]]) => section(heading, lists[name] ?? [])),
  ]);
}

function loopLink({ name, folder }: { name: string; folder: string }): string {
  return `<li><a href="${escapeHtml(folder)}/index.html">${escapeHtml(name)}</a></li>`;
}

function section(heading: string, records: Records): string {
  const inside = records.length === 0 ? none() : records.map(data).join("\n");
  return `<section><h2>${escapeHtml(heading)}</h2>\n${inside}\n</section>`;
}

function none(): string {
  return '<p class="quiet">Nothing.</p>';
}
