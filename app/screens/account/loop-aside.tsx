import { LinkButton } from "~/ui/button";
import type { AccountData } from "./account-data.server";

/** The default loop, beside the settings. */
export function LoopAside({ loop }: { readonly loop: NonNullable<AccountData["loop"]> }) {
  return (
    <aside className="loop-aside cloth" data-theme={loop.theme} aria-label="Your loop">
      <img src={loop.picture} alt="" width="720" height="720" />
      <p className="serif">{loop.name}</p>
      <p>
        {loop.isFinished ? "All stitched" : `Week ${loop.week}`}, with {loop.entriesCount} of 52 entries
        completed
      </p>
      <LinkButton variant="light" size="small" href={`/dashboard?loop=${loop.id}`}>
        Open my loop
      </LinkButton>
    </aside>
  );
}
