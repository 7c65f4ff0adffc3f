import { strengthOf } from "~/domain/people/accounts/password-strength";
import { find, findAll } from "./elements";

/**
 * Password fields: shows the password on request, ticks off the rules while it is typed, and says how strong it is.
 * The rules are read from the page. A form that needs the password twice, or every field filled, says what is missing
 * when its button is pressed too early, and that it is working once it is sent.
 */

for (const button of findAll(HTMLButtonElement, "[data-reveals]")) {
  const input = find(HTMLInputElement, `#${CSS.escape(button.dataset.reveals ?? "")}`);
  button.hidden = false;
  button.addEventListener("click", () => {
    const shown = input.type === "password";
    input.type = shown ? "text" : "password";
    button.textContent = shown ? "Hide" : "Show";
    button.setAttribute("aria-pressed", String(shown));
  });
  // Hidden again before sending, so that the browser does not store it as ordinary text.
  input.form?.addEventListener("submit", () => {
    input.type = "password";
  });
}

for (const rules of findAll(HTMLElement, ".password-rules")) {
  const input = find(HTMLInputElement, `[aria-describedby~="${rules.id}"]`);
  const strength = find(HTMLElement, "[data-strength]", rules);
  const word = find(HTMLElement, "[data-strength-word]", strength);
  const meter = find(HTMLElement, ".password-meter", rules);
  strength.setAttribute("aria-live", "polite");
  listen(input, () => {
    if (input.value === "" && !rules.dataset.score) return;
    let score = 0;
    for (const line of findAll(HTMLElement, "[data-pattern]", rules)) {
      const met = new RegExp(line.dataset.pattern ?? "", "u").test(input.value);
      if (met) score += 1;
      line.classList.toggle("requirement-met", met);
      find(HTMLElement, "[data-met]", line).textContent = met ? ", met" : ", not met yet";
    }
    rules.dataset.score = String(score);
    meter.hidden = false;
    strength.hidden = false;
    if (word.textContent !== strengthOf(score)) word.textContent = strengthOf(score);
  });
}

for (const button of findAll(HTMLButtonElement, "[data-ready-when]")) {
  const { form } = button;
  if (form) formatWhatIsMissing(form, button);
}

function formatWhatIsMissing(form: HTMLFormElement, button: HTMLButtonElement) {
  const label = button.textContent;
  let isSending = false;
  const inputs = findAll(HTMLInputElement, 'input[type="password"]', form);
  const chosen = inputs.filter(({ autocomplete }) => autocomplete === "new-password");
  const said = document.createElement("p");
  said.className = "hint";
  said.setAttribute("role", "status");
  button.before(said);
  const missing = () => {
    if (inputs.some(({ value }) => value === "")) return button.dataset.readyWhen ?? "";
    return chosen.some(({ value }) => value !== chosen[0]?.value) ? "The passwords don’t match yet." : "";
  };
  const update = () => {
    const words = missing();
    if (words) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
    if (!words) said.textContent = "";
  };
  form.addEventListener("submit", (event) => {
    const words = missing();
    if (!words) {
      if (isSending) event.preventDefault();
      isSending = true;
      button.textContent = button.dataset.busy ?? label;
      return;
    }
    event.preventDefault();
    said.textContent = words;
    inputs.find(({ value }) => value === "")?.focus();
  });
  for (const input of inputs) listen(input, update);
  // A page restored from the back/forward cache waits for input again.
  addEventListener("pageshow", () => {
    isSending = false;
    button.textContent = label;
  });
}

/** Runs `update` whenever the value may have changed: typed, pasted, autofilled or restored. */
function listen(input: HTMLInputElement, update: () => void) {
  for (const kind of ["input", "change"]) input.addEventListener(kind, update);
  addEventListener("pageshow", update);
  update();
}
