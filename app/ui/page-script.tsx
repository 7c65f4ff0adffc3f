import { createContext, type ReactNode, useContext } from "react";
import card from "../browser/card.ts?url";
import carousel from "../browser/carousel.ts?url";
import contact from "../browser/contact.ts?url";
import endDate from "../browser/end-date.ts?url";
import example from "../browser/example.ts?url";
import flashMessage from "../browser/flash-message.ts?url";
import gift from "../browser/gift.ts?url";
import giftCard from "../browser/gift-card.ts?url";
import keptWeeks from "../browser/kept-weeks.ts?url";
import menu from "../browser/menu.ts?url";
import oneTimeCode from "../browser/one-time-code.ts?url";
import password from "../browser/password.ts?url";
import review from "../browser/review.ts?url";
import selection from "../browser/selection.ts?url";
import staffKeys from "../browser/staff-keys.ts?url";
import staffSearch from "../browser/staff-search.ts?url";
import title from "../browser/title.ts?url";
import turner from "../browser/turner.ts?url";
import undoTray from "../browser/undo-tray.ts?url";
import voucherCode from "../browser/voucher-code.ts?url";
import waitingPhotos from "../browser/waiting-photos.ts?url";
import week from "../browser/week.ts?url";
import weekKept from "../browser/week-kept.ts?url";
import worker from "../browser/worker.ts?url";

const Nonce = createContext<string | undefined>(undefined);

/** Rendered once, at the root, with the nonce of this response's content security policy. */
export function NonceProvider({
  nonce,
  children,
}: {
  readonly nonce: string | undefined;
  readonly children: ReactNode;
}) {
  return <Nonce.Provider value={nonce}>{children}</Nonce.Provider>;
}

/**
 * The addresses of the scripts that enhance parts of a page; each part works without its script. In the build the name
 * of a file holds a hash of its content (scripts/browser-scripts.ts).
 */
const ADDRESSES = {
  card,
  carousel,
  contact,
  "end-date": endDate,
  example,
  "flash-message": flashMessage,
  gift,
  "gift-card": giftCard,
  "kept-weeks": keptWeeks,
  menu,
  "one-time-code": oneTimeCode,
  password,
  review,
  "staff-keys": staffKeys,
  "staff-search": staffSearch,
  selection,
  title,
  turner,
  "undo-tray": undoTray,
  "voucher-code": voucherCode,
  "waiting-photos": waitingPhotos,
  week,
  "week-kept": weekKept,
};

/** The service worker of the pages where a week is written, which their script registers. */
export const WORKER = worker;

interface PageScriptProps {
  readonly name: keyof typeof ADDRESSES;
  /** Neither deferred nor a module, so that what follows waits for it. */
  readonly isBlocking?: boolean;
}

/** Loads the script of a part. It runs once even when requested twice on a page. */
export function PageScript({ name, isBlocking = false }: PageScriptProps) {
  const nonce = useContext(Nonce);
  return <script type={isBlocking ? undefined : "module"} src={ADDRESSES[name]} nonce={nonce} />;
}
