import { storedTextPath } from "~/domain/shop/terms/stored-path";
import { VisuallyHidden } from "~/ui/visually-hidden";

interface StoredTextsProps {
  readonly number: string;
  readonly termsHash: string | null;
  readonly privacyHash: string | null;
}

/** The way to what an order was made under; orders from before it was recorded have none. */
export function StoredTexts({ number, termsHash, privacyHash }: StoredTextsProps) {
  if (!termsHash || !privacyHash) return null;
  return (
    <p>
      <a href={storedTextPath(termsHash)}>
        The terms you ordered under<VisuallyHidden>, order {number}</VisuallyHidden>
      </a>{" "}
      and{" "}
      <a href={storedTextPath(privacyHash)}>
        the privacy policy of that day<VisuallyHidden>, order {number}</VisuallyHidden>
      </a>
    </p>
  );
}
