import { normalise } from "~/domain/kernel/text/normalisation";

/** Fancy characters in plain ones, for a book whose typefaces lack them: “⅓” is “1/3”, “𝓗” and “🅗” are “H”. */

const SMALL_CAPITALS = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ";
const THEIR_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWYZ";
/** Unicode has no plain form of white letters in black circles and squares. */
const ALPHABETS = [0x1f150, 0x1f170];

const FANCY = new Map([
  ...[...SMALL_CAPITALS].map((small, place) => [small, THEIR_CAPITALS.charAt(place)] as const),
  ...ALPHABETS.flatMap((first) =>
    Array.from({ length: 26 }, (_, place) => {
      return [String.fromCodePoint(first + place), String.fromCharCode(65 + place)] as const;
    }),
  ),
]);

/** The same in plain characters that are drawn; null where they can’t be said so. */
export function inPlainCharacters(typed: string, isDrawn: (text: string) => boolean): string | null {
  const plain = [...typed]
    .map((character) => FANCY.get(character) ?? normalise(character, "NFKC").replaceAll("\u2044", "/"))
    .join("");
  return plain !== typed && plain.trim() !== "" && isDrawn(plain) ? plain : null;
}
