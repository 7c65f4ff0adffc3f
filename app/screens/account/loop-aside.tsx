import { WEEKS } from "~/domain/diary/rules/calendar";
import { LinkButton } from "~/ui/button";
import type { DefaultLoop } from "./account-data.server";

/** The default loop, beside the settings. */
export function LoopAside({ loop }: { readonly loop: DefaultLoop }) {
  return (
    <aside className="loop-aside in-sight cloth" data-theme={loop.theme} aria-label="Your loop">
      <img className="on-cloth" src={loop.picture} alt="" width="720" height="720" />
      <p className="serif">{loop.name}</p>
      <p>
        {loop.isFinished ? "Your year is written" : (loop.startsOn ?? `Week ${loop.week}`)}, with {loop.entriesCount} of{" "}
        {WEEKS} entries completed
      </p>
      <LinkButton variant="light" size="small" href={`/dashboard?loop=${loop.id}`}>
        Open my loop
      </LinkButton>
    </aside>
  );
}

/** In its place for somebody without a loop. */
export function HelpAside() {
  return (
    <aside className="loop-aside in-sight help-aside" aria-label="Help">
      <p className="serif">Need a hand?</p>
      <p>
        Ask us anything about an order, a voucher or your account. <a href="/#contact">Write to us</a>
      </p>
      <p>
        <a className="stand-alone-link" href="/begin">
          Start a loop of your own
        </a>
      </p>
    </aside>
  );
}
