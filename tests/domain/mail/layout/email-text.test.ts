import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { EMAIL_KINDS } from "~/domain/mail/kinds/email-kinds";
import { layOutEmail } from "~/domain/mail/layout/email-layout";
import { SAMPLE_EMAILS, SELLER } from "./sample-emails";

const STOP = "https://loop.example/unsubscribe/abc";
const samples = SAMPLE_EMAILS.map((message, place) => ({ name: `${message.kind}, sample ${place + 1}`, message }));

/** What somebody reads in the HTML, in sentences: headings may be in capitals, and a link begins a sentence. */
function sentencesOf(html: string): string[] {
  const page = parse(html);
  for (const unseen of page.querySelectorAll("head, div")) unseen.remove();
  for (const picture of page.querySelectorAll('img:not([src*="/artwork/"])'))
    picture.replaceWith(`<p>${picture.getAttribute("alt")}</p>`);
  const lines = (page.querySelector("body")?.innerHTML ?? "")
    .replace(/<\/?(?:p|td|h\d|a|br)\b[^>]*>/g, "\n")
    .split("\n");
  return lines
    .flatMap((line) => parse(line).text.split(/(?<=[.!?:])\s/))
    .map(comparable)
    .map((sentence) => sentence.replace(/^[\s.,:]+|[\s.,:]+$/g, ""))
    .filter((sentence) => sentence !== "");
}

const comparable = (words: string) => words.replace(/\s+/g, " ").toLowerCase();

const linksOf = (html: string) =>
  parse(html)
    .querySelectorAll("a")
    .map((link) => link.getAttribute("href") ?? "")
    .map((url) => url.replace(/^mailto:([^?]+).*$/, "$1"));

describe("the text part of every email", () => {
  it("is tried with every kind of email", () => {
    expect([...new Set(SAMPLE_EMAILS.map(({ kind }) => kind))].sort()).toEqual(EMAIL_KINDS);
  });

  it.each(samples)("has every sentence and number of the HTML part: $name", ({ message }) => {
    const { html, text } = layOutEmail(message, SELLER, STOP);
    const said = comparable(text);
    const sentences = sentencesOf(html);
    expect(sentences.length).toBeGreaterThan(5);
    expect(sentences.filter((sentence) => !said.includes(sentence))).toEqual([]);
  });

  it.each(samples)("has every link of the HTML part: $name", ({ message }) => {
    const { html, text } = layOutEmail(message, SELLER, STOP);
    expect(linksOf(html)).toContain(STOP);
    expect(linksOf(html).filter((url) => !text.includes(url))).toEqual([]);
  });
});
