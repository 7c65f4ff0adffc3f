import { StitchedRing, type Thread, UnstitchedRing } from "./stitched-ring";
import { pictureOf, type ThemeName } from "./theme";

export interface HoopProps {
  readonly theme?: ThemeName;
  /** scene = finished, in a closed ring; pattern = dotted, in a ring of holes. */
  readonly kind?: "scene" | "pattern";
  /**
   * The loop's or theme's name, shown when the picture fails to load. Hidden from screen readers, as the page also has
   * it as text.
   */
  readonly name?: string;
  /** Defaults to linen on dark cloth and ink on weld. */
  readonly thread?: Thread;
  /** For the first picture of a page. */
  readonly eager?: boolean;
}

/** A picture inside the ring of 52, on cloth. */
export function Hoop({ theme, kind = "scene", name, thread, eager }: HoopProps) {
  const picture = pictureOf(theme, kind);
  return (
    <span className="hoop">
      {picture && (
        <img
          src={picture}
          alt={name ?? ""}
          aria-hidden={name ? true : undefined}
          width="720"
          height="720"
          loading={eager ? "eager" : "lazy"}
          // React 18 knows it by this spelling alone.
          {...(eager ? { fetchpriority: "high" } : {})}
          decoding="async"
        />
      )}
      {kind === "scene" && <StitchedRing thread={thread ?? (theme === "pet" ? "ink" : "linen")} />}
      {kind === "pattern" && <UnstitchedRing />}
    </span>
  );
}
