import { make } from "./elements";
import type { Stop } from "./kept-sending";
import { addressOf, type KeptWeek, keptWeeks, removeWeek, settleWeek, tellUnlessRefused } from "./kept-store";

/** What the page of an account says of the weeks that this device keeps, and the choosing between two versions. */

/** A phone says so; what else it is, a page cannot know. */
export const THIS_DEVICE = /\bMobi/.test(navigator.userAgent) ? "this phone" : "this device";
export const KEPT = `Kept on ${THIS_DEVICE}. We’ll save it when you’re back online.`;

const WHILE_STOPPED: Record<Exclude<Stop, "no_connection">, readonly [link: string, href: string]> = {
  signed_out: ["Sign in", "/auth"],
  other_account: ["Open this page again", "/dashboard"],
};

/** Lists what its writer must know or decide; of `own` the page itself says that it waits. */
export async function list(account: string, stop: Stop | null, own?: () => string): Promise<void> {
  const weeks = await keptWeeks(account);
  const waiting = weeks.filter(({ writer, state }) => writer !== own?.() && state === "waiting");
  const lines = weeks.flatMap((kept) => lineOf(kept) ?? []);
  if (stop && stop !== "no_connection") {
    const [link, href] = WHILE_STOPPED[stop];
    const kept = `What you wrote is kept on ${THIS_DEVICE}. `;
    lines.unshift(make("p", {}, kept, make("a", { href }, link), " and we’ll save it."));
  } else if (waiting.length > 0) {
    const weeks = [...new Set(waiting.map(({ week }) => week))];
    const [named, them] =
      weeks.length === 1 ? [`Week ${weeks[0]} is`, "it"] : [`Weeks ${weeks.join(", ")} are`, "them"];
    lines.unshift(make("p", {}, `${named} kept on ${THIS_DEVICE}. We’ll save ${them} when you’re back online.`));
  }
  document.querySelector("[data-kept-list]")?.remove();
  if (lines.length === 0) return;
  const part = make("section", { class: "container kept-list", "data-kept-list": "", role: "status" }, ...lines);
  document.querySelector("main")?.prepend(part);
}

function lineOf(kept: KeptWeek): HTMLElement | undefined {
  const { state, week, sentence, refusals = "" } = kept;
  const line = (text: string, ...parts: Node[]) =>
    make("div", { class: "banner banner-warn" }, make("p", {}, text), ...parts);
  const button = (label: string, press: () => void) => {
    const made = make("button", { type: "button", class: "link-button" }, label);
    made.addEventListener("click", press);
    return made;
  };
  const leave = (label: string) =>
    button(label, async () => {
      await removeWeek(kept);
      await list(kept.account, null);
    });
  if (state === "told") return line(`Week ${week} is saved, but not every photo. ${refusals}`, leave("All right"));
  if (state === "asks") {
    const text = `Week ${week} was saved on another device while you were offline. We’ve kept both. ${refusals}`;
    return line(
      text,
      button("Choose which one", () => void choose(kept).catch(tellUnlessRefused)),
    );
  }
  if (state !== "refused") return refusals ? line(`Not every photo of week ${week} is saved. ${refusals}`) : undefined;
  const words = make("details", {}, make("summary", {}, "Your words, to copy"));
  for (const [name, value] of kept.fields) {
    if (value !== "" && name !== "shownQuestion") words.append(make("p", { class: "kept-words" }, value));
  }
  const text = `Week ${week} isn’t saved. ${sentence}. Your words are kept on ${THIS_DEVICE}.`;
  return line(text, words, leave(`Delete them from ${THIS_DEVICE}`));
}

/** Sends the week as its form would; the page that comes back shows both versions. Until then it waits again. */
async function choose(kept: KeptWeek) {
  const { account, loop, week, revision, fields, writer, number } = kept;
  await settleWeek(kept, { state: "waiting" });
  const csrf = document.querySelector<HTMLInputElement>("input[name=csrf]")?.value ?? "";
  const form = make("form", { method: "post", action: addressOf(kept), hidden: "" });
  form.enctype = "multipart/form-data";
  const all = [...fields, ...Object.entries({ csrf, account, loop, week, revision, intent: "draft" })];
  for (const [name, value] of [...all, ["save", `${writer}.${number}`] as const]) {
    const field = make("textarea", { name });
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}
