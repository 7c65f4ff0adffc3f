import { WEEKS_IN_WORDS } from "~/domain/diary/rules/calendar";
import { UnstitchedRing } from "./stitched-ring";
import { pictureOf, type ThemeName } from "./theme";
import { Wordmark } from "./wordmark";

export interface VoucherCardProps {
  /** The theme of its pattern; without one it shows the ring alone. */
  readonly theme?: ThemeName | null;
  /** The giver's message as typed. */
  readonly message?: string | null;
}

/** A voucher as given: the pattern in outline, with the first stitch made and the needle ready. */
export function VoucherCard({ theme, message }: VoucherCardProps) {
  const art = pictureOf(theme ?? undefined, "redwork");
  return (
    <div className="voucher">
      <div className="voucher-art">
        {art ? (
          <img
            src={art}
            alt={`A stitching pattern waiting to be filled in, inside a ring of ${WEEKS_IN_WORDS} holes, the first stitch already made`}
            width="720"
            height="720"
          />
        ) : (
          <UnstitchedRing />
        )}
      </div>
      <div className="voucher-words">
        <Wordmark className="voucher-mark" />
        <p className="voucher-head">
          A year in a book, <em>week by week.</em>
        </p>
        {message && <p className="voucher-message">{message}</p>}
      </div>
    </div>
  );
}
