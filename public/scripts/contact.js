/**
 * The contact form while somebody types: counts characters, blocks Send above the limit, fills the mailto link with
 * what was typed, and prevents a second sending.
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

/** The order and line ends of the link in the page. */
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
// A page restored from the back/forward cache can be sent again.
addEventListener("pageshow", () => {
  isSending = false;
  button.textContent = label;
  count();
  fillLink();
});
