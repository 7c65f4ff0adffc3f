import { Button } from "./button";
import { CardFront, CardNote, type CardNoteProps } from "./gift-card";
import { PageScript } from "./page-script";
import type { ThemeName } from "./theme";

interface GiftCardPreviewProps extends CardNoteProps {
  /** Below its fields on a phone, or beside the form where there is room; each is hidden where the other is shown. */
  readonly beside?: boolean;
  readonly theme: ThemeName | undefined;
  /** The form with the text of the card. */
  readonly formId: string;
}

/** The card that is being written: with scripts it follows every key, without them a button shows the text on it. */
export function GiftCardPreview({ theme, formId, beside = false, ...words }: GiftCardPreviewProps) {
  return (
    <section
      className={beside ? "gift-preview" : "gift-preview gift-preview-below"}
      aria-label={beside ? "What they’ll get" : "Your words on the card"}
      data-follows={formId}
    >
      {beside ? (
        <div className="gift-layers">
          <CardFront theme={theme} recipient={words.recipient} />
          <CardNote {...words} />
        </div>
      ) : (
        <CardNote {...words} />
      )}
      <p className="muted">Your card, to print and fold. No price on it.</p>
      <Button form={formId} name="intent" value="card" variant="line" size="small" formNoValidate>
        Show my words on the card
      </Button>
      <PageScript name="gift-card" />
    </section>
  );
}
