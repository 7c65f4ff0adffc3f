import { keptTextPath } from "~/domain/shop/terms/kept-path";
import { VisuallyHidden } from "~/ui/visually-hidden";

interface KeptTextsProps {
  readonly number: string;
  readonly termsHash: string | null;
  readonly privacyHash: string | null;
}

/** The way to what an order was made under; orders from before it was recorded have none. */
export function KeptTexts({ number, termsHash, privacyHash }: KeptTextsProps) {
  if (!termsHash || !privacyHash) return null;
  return (
    <p>
      <a href={keptTextPath(termsHash)}>
        The terms you ordered under<VisuallyHidden>, order {number}</VisuallyHidden>
      </a>{" "}
      and{" "}
      <a href={keptTextPath(privacyHash)}>
        the privacy policy of that day<VisuallyHidden>, order {number}</VisuallyHidden>
      </a>
    </p>
  );
}
