import { formatBytes } from "~/domain/kernel/text/numbers";
import { make } from "./elements";

/** What is shown of a photo, and what it is sent as. */
export interface Photo {
  /** As it was picked. */
  readonly picked: File;
  /** As it is sent: the same, or made smaller. */
  file: File;
  type: string;
  readonly print: HTMLElement;
  readonly picture: HTMLImageElement;
  readonly progress: HTMLProgressElement;
  readonly said: HTMLElement;
  readonly retry: HTMLButtonElement;
  readonly leave: HTMLButtonElement;
  onProgress?: (share: number) => void;
  isSignedOut?: boolean;
}

/** Its picture with its name, its progress and its buttons. */
export function previewOf(picked: File): Photo {
  const picture = make("img", { alt: "" });
  picture.src = URL.createObjectURL(picked);
  picture.onerror = () => picture.remove();
  const progress = make("progress", { max: "1", hidden: "", "aria-label": `Sending ${picked.name}` });
  const said = make("span", { class: "photo-said", role: "status" });
  const button = (label: string) => {
    const named = make("span", { class: "visually-hidden" }, ` ${picked.name}`);
    return make("button", { type: "button", class: "link-button" }, label, named);
  };
  const [retry, leave] = [button("Try again"), button("Leave it out")];
  retry.hidden = true;
  const about = make(
    "figcaption",
    {},
    make("span", {}, `${picked.name}, ${formatBytes(picked.size)}`),
    make("span", { class: "photo-print-actions" }, retry, leave),
    progress,
    said,
  );
  const print = make("figure", { class: "photo-print" }, picture, about);
  return { picked, file: picked, type: picked.type, print, picture, progress, said, retry, leave };
}
