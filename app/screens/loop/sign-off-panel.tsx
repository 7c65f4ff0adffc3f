import { BINDING_OF_A_LOOP, bindingInFull } from "~/domain/kernel/book-format/bindings";
import { capitalise, formatCountOf } from "~/domain/kernel/text/numbers";
import { Book3d } from "~/ui/book-3d";
import { Button, LinkButton } from "~/ui/button";
import { TextLink } from "~/ui/text-link";
import { VisuallyHidden } from "~/ui/visually-hidden";
import type { ProofData } from "./proof-data.server";
import { changeAddressOf, GoesTo, type GoesToProps } from "./sign-off-parts";

interface SendPanelProps {
  readonly view: Pick<ProofData, "id" | "theme" | "name" | "largePrint" | "printsNumbers" | "bareSpine"> & {
    readonly pageCount: number;
    /** How many things the proof asks the owner to check. */
    readonly remarks: number;
    readonly addresses: GoesToProps["addresses"];
    /** The day, in words. */
    readonly arrives: string;
  };
  /** The address that is chosen. */
  readonly to: string | undefined;
  readonly back: string;
}

/** What is sent, where it goes and when it arrives, with the button. */
export function SendPanel({ view, to, back }: SendPanelProps) {
  const { addresses } = view;
  const change = changeAddressOf(view.id, addresses);
  return (
    <aside className="sign-off-side" aria-label="Your book">
      <div className="price-summary price-summary-sticky">
        <div className="sign-off-book book-cased">
          <Book3d theme={view.theme} title={view.name} />
        </div>
        <dl className="sign-off-facts">
          <div>
            <dt>Book</dt>
            <dd>
              <b>{view.name}</b>
              <br />
              {bindingInFull(BINDING_OF_A_LOOP)}, {view.pageCount} pages,{" "}
              {view.largePrint ? "large print" : "regular text"}
              {view.printsNumbers && ", with the year in numbers"}
              {view.bareSpine && (
                <>
                  <br />
                  {view.bareSpine}
                </>
              )}
              {view.remarks > 0 && (
                <>
                  <br />
                  <a href={`${back}#look`}>
                    {capitalise(formatCountOf(view.remarks, "thing", "things"))} to check in the proof
                  </a>
                </>
              )}
            </dd>
          </div>
          <div>
            <dt>
              Goes to
              {addresses.length > 0 && (
                <a href={change}>
                  {addresses.length > 1 ? "Add another" : "Change"}
                  <VisuallyHidden>{addresses.length > 1 ? " address" : " the address"}</VisuallyHidden>
                </a>
              )}
            </dt>
            <dd>
              <GoesTo addresses={addresses} to={to} />
            </dd>
          </div>
          <div>
            <dt>Arrives</dt>
            <dd>{view.arrives}</dd>
          </div>
        </dl>
        {addresses.length > 0 ? (
          <Button variant="theme" wide>
            Send it to print
          </Button>
        ) : (
          <LinkButton variant="theme" wide href={change}>
            Add your address
          </LinkButton>
        )}
        <p className="sign-off-not">
          <TextLink href={back}>Not yet</TextLink>
        </p>
      </div>
    </aside>
  );
}
