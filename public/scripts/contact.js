/**
 * The contact form, while somebody types: characters are counted, red above the limit, where Send waits; the link
 * to one's own e-mail program carries what is typed; and a letter that is on its way is not sent twice.
 */
const form = document.querySelector("#contact-form");
const button = form.querySelector("button[data-busy]");
const counter = form.querySelector("[data-counts]");
const message = document.getElementById(counter.dataset.counts);
const link = document.querySelector('#contact a[href^="mailto:"]');
const label = button.textContent;
const limit = Number(counter.dataset.limit);
let isSending = false;

function count() {
  const over = message.value.length - limit;
  counter.querySelector("[data-count]").textContent = String(message.value.length);
  counter.querySelector("[data-over]").textContent = over > 0 ? `, ${over} too many` : "";
  counter.classList.toggle("word-count-over", over > 0);
  button.disabled = over > 0;
}

/** In the order and with the line ends of the link as it was printed. */
function fillLink() {
  const typed = new FormData(form);
  const body = `Name: ${typed.get("name")}\nEmail: ${typed.get("email")}\n\nMessage:\n${message.value}`;
  const lines = encodeURIComponent(body.toWellFormed().replaceAll("\n", "\r\n"));
  link.href = link.href.replace(/&body=.*$/, () => `&body=${lines}`);
}

form.addEventListener("input", () => {
  count();
  fillLink();
});
form.addEventListener("submit", (event) => {
  if (isSending) event.preventDefault();
  isSending = true;
  button.textContent = button.dataset.busy;
});
// A page that comes back from the browser's memory can be sent anew.
addEventListener("pageshow", () => {
  isSending = false;
  button.textContent = label;
  count();
  fillLink();
});
