import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { messageSize } from "~/domain/shop/vouchers/gift-message";
import { fieldOf, find, findAll } from "./elements";

/** Writes the words of a gift on its card with every key. The button that does it without this script goes. */

const FIELDS = { recipientName: "recipient", giftMessage: "message", giverName: "giver" };
/** From so few characters on, the room that is left is said. */
const LITTLE_ROOM = 60;

const cards = findAll(HTMLElement, "[data-follows]");
const form = find(HTMLFormElement, `#${CSS.escape(cards[0]?.dataset.follows ?? "")}`);
const room = find(HTMLElement, "[data-card-room]", form);

const typed = (name: string) => fieldOf(form, name)?.value.trim() ?? "";
const characters = (count: number) => formatFigureOf(count, "character", "characters");

function formatRoom() {
  const left = Number(room.dataset.cardRoom) - typed("giftMessage").length;
  if (left > LITTLE_ROOM) room.textContent = "";
  else if (left > 0) room.textContent = `Room for ${characters(left)} on the card`;
  else room.textContent = `The card is full${left < 0 ? `: ${characters(-left)} too many` : ""}`;
  room.classList.toggle("word-count-over", left < 0);
}

function write() {
  formatRoom();
  for (const [field, part] of Object.entries(FIELDS)) {
    const words = typed(field);
    for (const place of cards.flatMap((card) => findAll(HTMLElement, `[data-card="${part}"]`, card))) {
      place.textContent = words || (place.dataset.empty ?? "");
      if (part === "message")
        place.className = words ? `gift-card-message gift-card-message-${messageSize(words)}` : "gift-card-lines";
    }
  }
}

for (const card of cards) find(HTMLButtonElement, 'button[value="card"]', card).hidden = true;
form.addEventListener("input", write);
write();
