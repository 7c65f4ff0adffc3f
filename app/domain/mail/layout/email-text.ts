import { type Block, type Sum, sumInWords } from "./email-blocks";

/** The plain text part of an email: what its HTML says, in the same order. Decoration is left out. */

export function textOf(blocks: readonly Block[]): string {
  return blocks
    .map(said)
    .filter((words) => words !== "")
    .join("\n\n");
}

function said(block: Block): string {
  if ("section" in block) {
    switch (block.section) {
      case "stretch":
        return textOf(block.blocks);
      case "band":
        return block.words;
      case "week":
        return `${block.large} ${block.small}. ${block.picture.alt}`;
      case "pattern":
        return "";
      case "title":
        return `${block.line} ${block.turn}`;
      case "cover":
        return block.bookTitle;
      case "message":
        return [...block.rows, block.from].join("\n").trim();
    }
  }
  switch (block.block) {
    case "words":
      return block.wording === "heading" ? block.words.toUpperCase() : block.words;
    case "title":
      return `${block.line} ${block.turn}`;
    case "list":
      return block.items.map((item) => `- ${item}`).join("\n");
    case "lines":
      return block.rows.join("\n");
    case "code":
      return block.code;
    case "button":
      return labelled(block.label, block.url);
    case "link":
      return block.url.startsWith("mailto:") ? block.label : labelled(block.label, block.url);
    case "links": {
      const { lead, row, more, comfort } = block;
      const first = comfort === "" ? `${lead}:` : `${lead}. ${comfort}`;
      const last = more > 0 ? [`and ${more} more`] : [];
      return [first, ...row.map(({ words, url }) => labelled(words, url)), ...last].join("\n");
    }
    case "quotation":
      return `${block.from}:\n${block.words}`;
    case "facts":
    case "steps":
      return block.rows.map(([label, value]) => labelled(label, value)).join("\n");
    case "sums":
      return [...block.rows, block.total].map(sumLine).join("\n");
  }
}

const labelled = (label: string, value: string) => `${label}: ${value}`;

function sumLine(sum: Sum): string {
  return labelled(sum.note === undefined ? sum.label : `${sum.label} (${sum.note})`, sumInWords(sum));
}
