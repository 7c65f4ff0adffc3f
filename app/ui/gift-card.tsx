import type { ReactNode } from "react";
import { WEEKS_IN_WORDS } from "~/domain/diary/rules/calendar";
import { messageSize } from "~/domain/shop/vouchers/gift-message";
import { formatDay } from "../domain/kernel/time/format-days";
import { classes } from "./classes";
import { UnstitchedRing } from "./stitched-ring";
import { pictureOf, type ThemeName } from "./theme";

/**
 * The folded card of a gift, page by page, as it comes out of the printer: A6, every size a share of its width. The price
 * is nowhere on it.
 */

interface CardPageProps {
  readonly kind: "front" | "note" | "start";
  readonly children: ReactNode;
}

function CardPage({ kind, children }: CardPageProps) {
  return (
    <div className="gift-card">
      <div className={classes("gift-card-page", `gift-card-${kind}`)}>{children}</div>
    </div>
  );
}

/** The first page: the theme's pattern in outline, and who it is for. */
export function CardFront({ theme, recipient }: { readonly theme?: ThemeName | null; readonly recipient: string }) {
  const art = pictureOf(theme ?? undefined, "redwork");
  return (
    <CardPage kind="front">
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
      <div>
        <p className="gift-card-title">A year in a book</p>
        <p className="gift-card-for">
          For{" "}
          <span data-card="recipient" data-empty="you">
            {recipient || "you"}
          </span>
        </p>
      </div>
    </CardPage>
  );
}

export interface CardNoteProps {
  readonly recipient: string;
  readonly message: string;
  readonly giver: string;
}

/** The left page inside: to, the message, from. What is left empty is a line to write on by hand. */
export function CardNote({ recipient, message, giver }: CardNoteProps) {
  const shown = message.trim();
  return (
    <CardPage kind="note">
      <CardName label="To" part="recipient" name={recipient} />
      <p className={shown === "" ? "gift-card-lines" : messageClasses(messageSize(shown))} data-card="message">
        {shown}
      </p>
      <CardName label="From" part="giver" name={giver} />
    </CardPage>
  );
}

interface CardNameProps {
  readonly label: string;
  readonly part: "recipient" | "giver";
  readonly name: string;
}

function CardName({ label, part, name }: CardNameProps) {
  return (
    <p className="gift-card-name">
      <i>{label}</i> <span data-card={part}>{name}</span>
    </p>
  );
}

const messageClasses = (size: string) => classes("gift-card-message", `gift-card-message-${size}`);

export interface CardStartProps {
  /** The code in groups of four. */
  readonly code: string;
  /** The square that opens the page to redeem it, as the path of an SVG. */
  readonly square: { readonly size: number; readonly path: string };
  /** "loop.example/redeem" */
  readonly place: string;
  /** "YYYY-MM-DD" */
  readonly lastDay: string;
}

/** The right page inside: how to start, and the code. */
export function CardStart({ code, square, place, lastDay }: CardStartProps) {
  const [host, path] = place.split("/");
  return (
    <CardPage kind="start">
      <p className="gift-card-head">
        Your year starts <em>whenever you like</em>
      </p>
      <p>
        A question a week, a photo and a few lines. After a year we print your answers as a hardback and deliver it.
      </p>
      <div className="gift-card-scan">
        <svg
          viewBox={`0 0 ${square.size} ${square.size}`}
          shapeRendering="crispEdges"
          role="img"
          aria-label={`A square that opens ${place}`}
        >
          <path d={square.path} fill="currentColor" />
        </svg>
        <p>
          Scan this, or type the code below at{" "}
          <b>
            {host}
            <wbr />/{path}
          </b>
        </p>
      </div>
      <p className="gift-card-code" data-code="">
        {code}
      </p>
      <p className="gift-card-fine">Redeem it by {formatDay(lastDay)}. The book and UK delivery are included.</p>
    </CardPage>
  );
}
