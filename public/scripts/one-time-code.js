/**
 * Keeps a code field to digits, also when pasting, and counts down until another code can be requested. The server
 * enforces that time; this only shows it.
 */
for (const input of document.querySelectorAll("[data-digits]")) {
  input.removeAttribute("maxlength");
  input.addEventListener("input", () => {
    const digits = input.value.replace(/\D/g, "").slice(0, Number(input.dataset.digits));
    if (digits !== input.value) input.value = digits;
  });
}

for (const words of document.querySelectorAll("[data-wait]")) {
  const button = words.closest("form").querySelector("button");
  const end = performance.now() + Number(words.dataset.wait) * 1000;
  const ready = words.dataset.then;
  button.setAttribute("aria-disabled", "true");
  button.form.addEventListener("submit", (event) => {
    if (button.hasAttribute("aria-disabled")) event.preventDefault();
  });
  const show = () => {
    const left = Math.ceil((end - performance.now()) / 1000);
    if (left <= 0) {
      clearInterval(clock);
      button.removeAttribute("aria-disabled");
      words.setAttribute("role", "status");
      words.textContent = ready;
      return;
    }
    const seconds = String(left % 60).padStart(2, "0");
    words.textContent = `${words.dataset.before} ${Math.floor(left / 60)}:${seconds}.`;
  };
  const clock = setInterval(show, 500);
  show();
}
