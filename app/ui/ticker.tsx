import { PauseIcon, PlayIcon } from "./icons";

/** The announcements, with the offer where its reader can use it. */
export function tickerMessages(offer?: string): readonly string[] {
  return [
    "Your story, your year, your way.",
    "Luxury hardback • Delivered to your door",
    ...(offer ? [offer] : []),
    "Start anytime — no subscription required",
  ];
}

/**
 * The announcements above the shop's pages, like the printed edge of cloth. It runs by CSS alone and stops for the
 * mouse, for keyboard focus and for the Pause box; with reduced motion it does not move and can be scrolled.
 */
export function Ticker({ messages }: { readonly messages: readonly string[] }) {
  return (
    <section className="ticker" aria-label="Announcements">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: with reduced motion the strip is scrolled by keyboard */}
      <div className="ticker-run" tabIndex={0}>
        <TickerList messages={messages} />
        <TickerList messages={messages} again />
      </div>
      <label className="ticker-pause">
        <input type="checkbox" />
        <span className="ticker-pause-words">
          <PauseIcon />
          Pause
        </span>
        <span className="ticker-play-words" aria-hidden="true">
          <PlayIcon />
          Paused
        </span>
      </label>
    </section>
  );
}

/** The second copy makes the animation loop seamlessly and is hidden from screen readers. */
function TickerList({ messages, again }: { readonly messages: readonly string[]; readonly again?: boolean }) {
  return (
    <ul aria-hidden={again ? true : undefined} className={again ? "ticker-again" : undefined}>
      {messages.map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );
}
