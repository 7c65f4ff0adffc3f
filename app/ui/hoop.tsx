import { StitchedRing, type Thread } from "./stitched-ring";
import { pictureOf, type ThemeName } from "./theme";

export interface HoopProps {
  readonly theme?: ThemeName;
  /** scene = finished; pattern = dotted, for the eye that has begun nothing yet. */
  readonly kind?: "scene" | "pattern";
  /** A picture of one's own, 720 by 720 with its ring already in it. */
  readonly src?: string;
  /** Empty unless the picture says something the page does not. */
  readonly alt?: string;
  /** Linen on dark cloth and ink on weld unless told. */
  readonly thread?: Thread;
  /** For the first picture of a page. */
  readonly eager?: boolean;
}

/** A picture inside the ring of 52, on cloth. */
export function Hoop({ theme, kind = "scene", src, alt = "", thread, eager }: HoopProps) {
  const picture = src ?? pictureOf(theme, kind);
  const closed = !src && (kind === "scene" || !picture);
  return (
    <div className="hoop">
      {picture && (
        <img
          src={picture}
          alt={alt}
          width="720"
          height="720"
          loading={eager ? "eager" : "lazy"}
          decoding="async"
        />
      )}
      {closed && <StitchedRing thread={thread ?? (theme === "pet" ? "ink" : "linen")} />}
    </div>
  );
}
