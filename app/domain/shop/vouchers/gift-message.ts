/** The message a giver writes: how long it may be, and how large it is written on the card. */

/** As many characters as fit legibly on the printed voucher. */
export const LONGEST_GIFT_MESSAGE = 500;

/** Characters in a line and lines on the page, by the size of the letters. */
const SIZES = [
  { size: "large", characters: 26, lines: 7 },
  { size: "medium", characters: 32, lines: 9 },
  { size: "small", characters: 38, lines: 11 },
] as const;

/** A longer message is written smaller, so that all of it fits on its page. */
export function messageSize(message: string): "large" | "medium" | "small" | "smallest" {
  const linesAt = (characters: number) =>
    message.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil([...line].length / characters)), 0);
  const fitting = SIZES.find(({ characters, lines }) => linesAt(characters) <= lines);
  return fitting?.size ?? "smallest";
}
