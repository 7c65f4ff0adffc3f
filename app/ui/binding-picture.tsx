import type { Binding } from "~/domain/kernel/book-format/bindings";
import type { ThemeName } from "./theme";

/** A book in one of its bindings, drawn as the printer's files have it. Decoration beside the binding's name. */
export function BindingPicture({ binding, theme }: { readonly binding: Binding; readonly theme: ThemeName }) {
  return (
    <svg className="binding-picture" data-theme={theme} viewBox="0 0 120 132" aria-hidden="true">
      {binding === "luxury" ? <LeatherInItsBox /> : <PrintedCover />}
    </svg>
  );
}

const STITCHES = { fill: "none", strokeLinecap: "round" } as const;

/** Two cloths with a sewn strip along the spine, the ring of stitches and the title. */
function PrintedCover() {
  return (
    <>
      <path d="M28 12h70v112H28z" fill="#d9cfba" />
      <rect x="24" y="8" width="72" height="112" rx="1.5" fill="var(--cloth)" />
      <path d="M24 8h15v112H24z" fill="#131b23" fillOpacity="0.28" />
      <g {...STITCHES} stroke="var(--on-cloth)">
        <path d="M36.5 10v108" strokeWidth="1.2" strokeDasharray="5 4" />
        <circle cx="67" cy="53" r="21" strokeWidth="2" strokeDasharray="3.2 1.9" />
        <path
          d="M67 66V48M67 58c-6-1-9-5-9-9 5 0 8 3 9 9M67 55c5-1 8-4 8-8-5 0-8 3-8 8M67 46c-4-3-4-7 0-11 4 4 4 8 0 11"
          strokeWidth="1.6"
        />
        <path d="M52 92h30M58 99h18" strokeWidth="2.2" />
      </g>
    </>
  );
}

/** Leather with one foil: a frame of stitches with a rosette in each corner, the ring and the title; the box behind it. */
function LeatherInItsBox() {
  return (
    <>
      <path d="M8 34h104v92H8z" fill="#e8dfcd" stroke="#b9ab8e" />
      <path d="M8 34l9-12h86l9 12z" fill="#d9cfba" stroke="#b9ab8e" />
      <rect x="27" y="4" width="68" height="106" rx="2" fill="#4a2c20" />
      <path d="M27 4h9v106h-9z" fill="#131b23" fillOpacity="0.35" />
      <g {...STITCHES} stroke="#d9b45f">
        <rect x="41" y="10" width="48" height="94" strokeWidth="1.3" strokeDasharray="4 2.6" />
        <circle cx="65" cy="47" r="18" strokeWidth="1.8" strokeDasharray="3 1.8" />
        <path
          d="M65 59V43M65 53c-5-1-8-4-8-8 5 0 8 3 8 8M65 49c5-1 7-4 7-7-4 0-7 2-7 7M65 41c-3-3-3-6 0-9 4 3 4 6 0 9"
          strokeWidth="1.3"
        />
        <path d="M53 80h24M58 86h14" strokeWidth="1.9" />
        <path d="M41 7v6M38 10h6M89 7v6M86 10h6M41 101v6M38 104h6M89 101v6M86 104h6" strokeWidth="1.3" />
      </g>
      <path d="M8 96h104v30H8z" fill="#e8dfcd" stroke="#b9ab8e" />
      <path d="M60 96v30" stroke="var(--cloth)" strokeWidth="5" />
    </>
  );
}
