// The tray counts down: times of the clock become minutes and seconds, a stitch goes with each minute, and what has left loses
// its buttons. The time it took to come here is counted too, so that nothing seems undoable that is not.
const MINUTE_MS = 60_000;
const said = document.querySelector("[data-held]");
const clocks = [...document.querySelectorAll("[data-left]")].map((words) => ({
  words,
  row: words.closest("li"),
  stitches: (words.closest("li") ?? words.closest("summary")).querySelectorAll(".staff-stitches i"),
  endsAt: Date.now() - performance.now() + Number(words.dataset.left),
}));
const rows = clocks.filter(({ row }) => row);
const inTray = rows.filter(({ row }) => row.closest(".staff-tray"));
const summary = clocks.find(({ row }) => !row);

function minutesAndSeconds(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function show({ words, stitches, endsAt }, left = endsAt - Date.now()) {
  words.textContent = left > 0 ? `${minutesAndSeconds(left)} left` : words.dataset.over;
  for (const [minute, stitch] of stitches.entries()) stitch.classList.toggle("is-over", minute * MINUTE_MS >= left);
}

function tick() {
  for (const clock of rows) {
    show(clock);
    if (clock.endsAt <= Date.now()) clock.row.querySelector("form")?.remove();
  }
  const there = inTray.filter(({ endsAt }) => endsAt > Date.now());
  const [next] = there.sort((one, other) => one.endsAt - other.endsAt);
  if (summary && next) show({ ...summary, endsAt: next.endsAt });
  if (summary) said.textContent = there.length === 1 ? "1 thing can be undone" : `${there.length} things can be undone`;
  if (there.length > 0) {
    setTimeout(tick, 1000 - (Date.now() % 1000));
    return;
  }
  if (summary) summary.words.parentElement.textContent = "Nothing to undo";
}

tick();
