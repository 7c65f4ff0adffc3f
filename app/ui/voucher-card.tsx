import { WEEKS_IN_WORDS } from "~/domain/loops/calendar";
import { formatDay } from "../domain/time/format-days";
import { UnstitchedRing } from "./stitched-ring";
import { pictureOf, type ThemeName } from "./theme";
import { Wordmark } from "./wordmark";

export interface VoucherCardProps {
  /** The theme of its pattern; without one it shows the ring alone. */
  readonly theme?: ThemeName | null;
  /** The giver's message as typed. */
  readonly message?: string | null;
  /** The formatted code, with where and until when to redeem it. Left out where the code must stay secret. */
  readonly code?: {
    readonly shown: string;
    /** "loop.example/redeem" */
    readonly place: string;
    /** "YYYY-MM-DD" */
    readonly lastDay: string;
    readonly loopName: string | null;
  };
}

/** A voucher as given: the pattern in outline, with the first stitch made and the needle ready. */
export function VoucherCard({ theme, message, code }: VoucherCardProps) {
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
        {code && (
          <div className="voucher-foot">
            <p className="voucher-label">Your voucher code</p>
            <p className="voucher-code" data-code="">
              {code.shown}
            </p>
            <p className="voucher-how">
              Go to <b>{code.place}</b> and type this code by {formatDay(code.lastDay)}. It covers one{" "}
              {code.loopName ? `${code.loopName} loop` : "loop of any kind"}: {WEEKS_IN_WORDS} weekly entries,
              a luxury hardback book, and UK delivery.
            </p>
          </div>
        )}
      </div>
    </div>
  );
}
