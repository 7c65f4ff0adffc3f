import { findAll, make } from "./elements";
import { list, THIS_DEVICE } from "./kept-list";
import { sendKept } from "./kept-sending";
import {
  addressOf,
  eraseAccount,
  erasePages,
  eraseWeek,
  fetchAgain,
  type KeptWeek,
  keptWeeks,
  removeWeek,
  tellUnlessRefused,
} from "./kept-store";

/**
 * On every page of somebody who is signed in: sends what this device kept of their weeks, and erases it when they sign
 * out, after asking where something is not saved yet.
 */

const account = document.querySelector<HTMLElement>("[data-account]")?.dataset.account;
const isDashboard = location.pathname === "/dashboard";

async function begin() {
  await erasePages(account);
  if (account === undefined) return await sayWhileSignedOut();
  const [aside] = findAll(HTMLElement, "[data-saved-aside]");
  const [, writer = "", number] = /^(.+)\.(\d+)$/.exec(aside?.dataset.savedAside ?? "") ?? [];
  if (aside) return await forgetWeek({ writer, number: Number(number) }, account);
  // The page of a week sends it itself.
  if (document.querySelector("[data-week-form]")) return;
  const { stop } = await sendKept(account);
  if (isDashboard) await list(account, stop);
}

/**
 * Of a week that the server keeps beside another version, the page is kept again as it is now, also where the page before
 * had erased it and was left.
 */
async function forgetWeek(save: Pick<KeptWeek, "writer" | "number">, account: string) {
  const kept = (await keptWeeks(account)).find(({ writer }) => writer === save.writer);
  await removeWeek(save);
  if (!kept) return;
  const address = new URL(addressOf(kept), location.href).href;
  await fetchAgain(new Set([...(await eraseWeek(kept)), address]));
}

/** Says that something waits, and not what. */
async function sayWhileSignedOut() {
  const waiting = (await keptWeeks(null)).filter(({ state }) => state === "waiting");
  if (waiting.length === 0) return;
  const text = `What you wrote is kept on ${THIS_DEVICE}. Sign in and we’ll save it.`;
  document.querySelector("main")?.prepend(make("p", { class: "container kept-list", role: "status" }, text));
}

/** In milliseconds, before a sign-out. */
const LONGEST_SENDING = 5_000;

/** Whether the writer was asked. */
let mayErase = false;

async function signOut(form: HTMLFormElement) {
  if (account === undefined) return form.submit();
  // What only waits for a pause of the typing needs no question.
  if (!mayErase)
    await Promise.race([sendKept(account), new Promise((resolve) => setTimeout(resolve, LONGEST_SENDING))]);
  const unsaved = (await keptWeeks(account)).filter(({ state }) => state !== "saved" && state !== "told");
  const weeks = [...new Set(unsaved.map(({ week }) => week))];
  if (weeks.length > 0 && !mayErase) return ask(form, weeks);
  await eraseAccount(account);
  if ((await keptWeeks(null)).length > 0) return leaveTheRest(form);
  form.submit();
}

/** The response erases everything of this site, unless another account's words wait here, or may do. */
function leaveTheRest(form: HTMLFormElement) {
  form.append(make("input", { type: "hidden", name: "others", value: "yes" }));
  form.submit();
}

function ask(form: HTMLFormElement, weeks: readonly string[]) {
  const stay = make("button", { type: "button", class: "button button-line button-small" }, "Stay signed in");
  const leave = make("button", { type: "button", class: "link-button" }, "Sign out and delete it");
  const named = weeks.length === 1 ? `Week ${weeks[0]} isn’t` : `Weeks ${weeks.join(", ")} aren’t`;
  const title = make("h2", { class: "as-h3", id: "sign-out-question" }, `${named} saved yet`);
  const text = make("p", {}, `Part of it is only on ${THIS_DEVICE}, and signing out deletes it there.`);
  const dialog = make(
    "dialog",
    { class: "kept-question", "aria-labelledby": title.id },
    title,
    text,
    make("div", { class: "row" }, stay, leave),
  );
  leave.addEventListener("click", () => {
    mayErase = true;
    void signOut(form);
  });
  stay.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

for (const form of findAll(HTMLFormElement, 'form[action="/logout"]')) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // Where the browser keeps nothing, or can't say what it keeps.
    signOut(form).catch(async () => {
      await erasePages().catch(tellUnlessRefused);
      leaveTheRest(form);
    });
  });
}
begin().catch(tellUnlessRefused);
addEventListener("online", () => begin().catch(tellUnlessRefused));
