import { ASK_AGAIN, CANCEL_WORDS } from "~/domain/shop/order-rules/cancellation";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { DialogPage } from "~/ui/dialog-page";
import { PostForm } from "~/ui/post-form";
import { TextLink } from "~/ui/text-link";
import type { CancelView } from "./cancelling.server";

interface CancelPageProps {
  readonly view: CancelView;
  /** It would no longer do what the page showed. */
  readonly hasChanged: boolean;
  readonly back: { readonly href: string; readonly words: string };
}

/** Asks before an order is cancelled, with what that does. */
export function CancelPage({ view, hasChanged, back }: CancelPageProps) {
  const { number, kind, says, key, refusal } = view;
  return (
    <DialogPage title={refusal ? "You can’t cancel this order" : "Cancel this order?"} backHref={back.href}>
      {refusal ? (
        <>
          <p>{refusal}</p>
          <p>
            <TextLink href={back.href}>{back.words}</TextLink>
          </p>
        </>
      ) : (
        <>
          {hasChanged && <Banner tone="warn">{ASK_AGAIN}</Banner>}
          <p>
            <b>Order {number}</b>. {says.join(" ")}
          </p>
          <PostForm className="row">
            <input type="hidden" name="shown" value={key} />
            <Button variant="danger">{CANCEL_WORDS[kind]}</Button>
            <TextLink href={back.href}>Keep it</TextLink>
          </PostForm>
        </>
      )}
    </DialogPage>
  );
}
