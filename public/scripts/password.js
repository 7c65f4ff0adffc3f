/**
 * Password fields: shows the password on request, ticks off the rules while it is typed, and says how strong it is.
 * The rules are read from the page. A form that needs the password twice, or every field filled, says what is missing
 * when its button is pressed too early, and that it is working once it is sent.
 */
for (const button of document.querySelectorAll("[data-reveals]")) {
  const input = document.getElementById(button.dataset.reveals);
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

const STRENGTHS = ["weak", "weak", "medium", "medium", "strong", "strong"];

for (const rules of document.querySelectorAll(".password-rules")) {
  const input = document.querySelector(`[aria-describedby~="${rules.id}"]`);
  const word = rules.querySelector("[data-strength-word]");
  const update = () => {
    if (input.value === "" && !rules.dataset.score) return;
    let score = 0;
    for (const line of rules.querySelectorAll("[data-pattern]")) {
      const met = new RegExp(line.dataset.pattern, "u").test(input.value);
      if (met) score += 1;
      line.classList.toggle("requirement-met", met);
      line.querySelector("[data-met]").textContent = met ? ", met" : ", not met yet";
    }
    rules.dataset.score = String(score);
    rules.querySelector(".password-meter").hidden = false;
    rules.querySelector("[data-strength]").hidden = false;
    if (word.textContent !== STRENGTHS[score]) word.textContent = STRENGTHS[score];
  };
  rules.querySelector("[data-strength]").setAttribute("aria-live", "polite");
  listen(input, update);
}

for (const button of document.querySelectorAll("[data-ready-when]")) {
  const { form } = button;
  const label = button.textContent;
  let isSending = false;
  const inputs = [...form.querySelectorAll('input[type="password"]')];
  const chosen = inputs.filter(({ autocomplete }) => autocomplete === "new-password");
  const said = document.createElement("p");
  said.className = "hint";
  said.setAttribute("role", "status");
  button.before(said);
  const missing = () => {
    if (inputs.some(({ value }) => value === "")) return button.dataset.readyWhen;
    return chosen.some(({ value }) => value !== chosen[0].value) ? "The passwords don’t match yet." : "";
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
function listen(input, update) {
  for (const kind of ["input", "change"]) input.addEventListener(kind, update);
  addEventListener("pageshow", update);
  update();
}
