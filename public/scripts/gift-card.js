/** Writes the words of a gift on its card with every key. The button that does it without this script goes. */
const cards = [...document.querySelectorAll("[data-follows]")];
const [card] = cards;
const form = document.getElementById(card.dataset.follows);
const sizes = JSON.parse(card.dataset.messageSizes);
const FIELDS = { recipientName: "recipient", giftMessage: "message", giverName: "giver" };

// The server sizes the message by the same table.
function sizeOf(message) {
  const lines = message.split("\n");
  const linesAt = (characters) =>
    lines.reduce((sum, line) => sum + Math.max(1, Math.ceil([...line].length / characters)), 0);
  return sizes.find(({ characters, lines: most }) => linesAt(characters) <= most)?.size ?? "smallest";
}

const room = form.querySelector("[data-card-room]");
/** From so few characters on, the room that is left is said. */
const LITTLE_ROOM = 60;

function sayRoom() {
  const left = Number(room.dataset.cardRoom) - form.elements.giftMessage.value.trim().length;
  const characters = (count) => `${count} ${count === 1 ? "character" : "characters"}`;
  if (left > LITTLE_ROOM) room.textContent = "";
  else if (left > 0) room.textContent = `Room for ${characters(left)} on the card`;
  else room.textContent = `The card is full${left < 0 ? `: ${characters(-left)} too many` : ""}`;
  room.classList.toggle("word-count-over", left < 0);
}

function write() {
  sayRoom();
  for (const [field, part] of Object.entries(FIELDS)) {
    const words = form.elements[field].value.trim();
    for (const place of cards.flatMap((one) => [...one.querySelectorAll(`[data-card="${part}"]`)])) {
      place.textContent = words || (place.dataset.empty ?? "");
      if (part === "message")
        place.className = words
          ? `gift-card-message gift-card-message-${sizeOf(words)}`
          : "gift-card-lines";
    }
  }
}

for (const one of cards) one.querySelector('button[value="card"]').hidden = true;
form.addEventListener("input", write);
write();
