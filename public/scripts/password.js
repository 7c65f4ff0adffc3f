/**
 * Helps whoever types a password: shows it when asked, ticks off what it has while it is typed, and says how strong
 * it is. What is asked of a password stands in the page; this only looks. A form that wants it twice, or wants every
 * box filled, says what is missing when its button is pressed too early, and what it is doing once it was pressed.
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
  // Nothing that was shown is kept by the browser as ordinary text.
  input.form?.addEventListener("submit", () => {
    input.type = "password";
  });
}

const STRENGTHS = ["weak", "weak", "medium", "medium", "strong", "strong"];

for (const rules of document.querySelectorAll(".password-rules")) {
  const input = document.querySelector(`[aria-describedby~="${rules.id}"]`);
  const word = rules.querySelector("[data-strength-word]");
  const look = () => {
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
  listen(input, look);
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
    return chosen.some(({ value }) => value !== chosen[0].value) ? "The two passwords are not the same yet." : "";
  };
  const look = () => {
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
  for (const input of inputs) listen(input, look);
  // A page that comes back from the browser's memory is waiting again.
  addEventListener("pageshow", () => {
    isSending = false;
    button.textContent = label;
  });
}

/** Typed, pasted, filled in by the browser, or kept from an earlier visit. */
function listen(input, look) {
  for (const kind of ["input", "change"]) input.addEventListener(kind, look);
  addEventListener("pageshow", look);
  look();
}
