import { useEffect, useState } from "react";
import { Button } from "~/ui/button";
import { CardFront, CardNote, type CardNoteProps } from "~/ui/gift-card";
import type { ThemeName } from "~/ui/theme";

interface PaymentGiftCardProps extends CardNoteProps {
  readonly theme: ThemeName | undefined;
  /** The form with the words of the card. */
  readonly formId: string;
}

/** The card that is being written: with scripts it follows every key, without them a button shows the words on it. */
export function PaymentGiftCard({ theme, formId, ...words }: PaymentGiftCardProps) {
  const [isLive, setIsLive] = useState(false);
  useEffect(() => setIsLive(true), []);
  return (
    <section className="gift-preview" aria-label="What they’ll get">
      <div className="gift-layers">
        <CardFront theme={theme} recipient={words.recipient} />
        <CardNote {...words} />
      </div>
      <p className="muted">Your card, to print and fold. No price on it.</p>
      {!isLive && (
        <Button form={formId} name="intent" value="card" variant="line" size="small" formNoValidate>
          Show my words on the card
        </Button>
      )}
    </section>
  );
}
