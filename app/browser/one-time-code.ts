import { find, findAll } from "./elements";

/**
 * Keeps a code field to digits, also when pasting, and counts down until another code can be requested. The server
 * enforces that time; this only shows it.
 */

for (const input of findAll(HTMLInputElement, "[data-digits]")) {
  input.removeAttribute("maxlength");
  input.addEventListener("input", () => {
    const digits = input.value.replace(/\D/g, "").slice(0, Number(input.dataset.digits));
    if (digits !== input.value) input.value = digits;
  });
}

for (const words of findAll(HTMLElement, "[data-wait]")) {
  const { wait, before, then = "" } = words.dataset;
  const form = words.closest("form");
  if (!form) continue;
  const button = find(HTMLButtonElement, "button", form);
  const end = performance.now() + Number(wait) * 1000;
  button.setAttribute("aria-disabled", "true");
  form.addEventListener("submit", (event) => {
    if (button.hasAttribute("aria-disabled")) event.preventDefault();
  });
  const show = () => {
    const left = Math.ceil((end - performance.now()) / 1000);
    if (left <= 0) {
      clearInterval(clock);
      button.removeAttribute("aria-disabled");
      words.setAttribute("role", "status");
      words.textContent = then;
      return;
    }
    const seconds = String(left % 60).padStart(2, "0");
    words.textContent = `${before} ${Math.floor(left / 60)}:${seconds}.`;
  };
  const clock = setInterval(show, 500);
  show();
}
