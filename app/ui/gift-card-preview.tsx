import { Button } from "./button";
import { CardFront, CardNote, type CardNoteProps, MESSAGE_SIZES } from "./gift-card";
import { PageScript } from "./page-script";
import type { ThemeName } from "./theme";

interface GiftCardPreviewProps extends CardNoteProps {
  readonly theme: ThemeName | undefined;
  /** The form with the words of the card. */
  readonly formId: string;
}

/** The card that is being written: with scripts it follows every key, without them a button shows the words on it. */
export function GiftCardPreview({ theme, formId, ...words }: GiftCardPreviewProps) {
  return (
    <section
      className="gift-preview"
      aria-label="What they’ll get"
      data-follows={formId}
      data-message-sizes={JSON.stringify(MESSAGE_SIZES)}
    >
      <div className="gift-layers">
        <CardFront theme={theme} recipient={words.recipient} />
        <CardNote {...words} />
      </div>
      <p className="muted">Your card, to print and fold. No price on it.</p>
      <Button form={formId} name="intent" value="card" variant="line" size="small" formNoValidate>
        Show my words on the card
      </Button>
      <PageScript name="gift-card" />
    </section>
  );
}
