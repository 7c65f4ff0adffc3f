import type { ReactNode } from "react";

/** Small line drawings. All decorate text, so none is announced. */

const LINE = {
  fill: "none",
  stroke: "currentColor",
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

interface DrawingProps {
  /** Width and height, in pixels and in the drawing's own units. */
  readonly size: readonly [number, number];
  /** Stroke width; without one, its shapes have their own colours. */
  readonly thread?: number;
  readonly children: ReactNode;
}

function Drawing({ size: [width, height], thread, children }: DrawingProps) {
  return (
    <svg
      className="icon"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      strokeWidth={thread}
      {...(thread === undefined ? {} : LINE)}
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export function ArrowIcon() {
  return (
    <Drawing size={[20, 12]} thread={2}>
      <path d="M1 6h17M13 1l5 5-5 5" />
    </Drawing>
  );
}

export function BackArrowIcon() {
  return (
    <Drawing size={[20, 12]} thread={2}>
      <path d="M19 6H2M7 1L2 6l5 5" />
    </Drawing>
  );
}

export function WarnIcon() {
  return (
    <Drawing size={[20, 20]}>
      <path d="M10 1l9.5 17H.5z" fill="currentColor" />
      <path d="M10 7v5" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" />
      <circle cx="10" cy="15" r="1.3" fill="#fff" />
    </Drawing>
  );
}

export function TickIcon() {
  return (
    <Drawing size={[22, 22]} thread={2.4}>
      <path d="M4 11.5l4.6 4.6L18 6.5" />
    </Drawing>
  );
}

export function InfoIcon() {
  return (
    <Drawing size={[22, 22]} thread={2.2}>
      <circle cx="11" cy="11" r="9" strokeDasharray="3.4 2.25" />
      <path d="M11 10.2v5" />
      <path d="M11 6.6v.1" strokeWidth="2.8" />
    </Drawing>
  );
}

export function LockIcon() {
  return (
    <Drawing size={[18, 20]} thread={2}>
      <rect x="2" y="9" width="14" height="10" rx="1.5" />
      <path d="M5 9V6a4 4 0 018 0v3" />
    </Drawing>
  );
}

export function PhotoIcon() {
  return (
    <Drawing size={[28, 24]} thread={2}>
      <path d="M2 6h6l2-4h8l2 4h6v16H2z" />
      <circle cx="14" cy="13" r="5" />
    </Drawing>
  );
}

export function PauseIcon() {
  return (
    <Drawing size={[12, 14]}>
      <path d="M1 0h3.4v14H1zM7.6 0H11v14H7.6z" fill="currentColor" />
    </Drawing>
  );
}

export function PlayIcon() {
  return (
    <Drawing size={[12, 14]}>
      <path d="M1 0l11 7-11 7z" fill="currentColor" />
    </Drawing>
  );
}

export function MenuIcon() {
  return (
    <Drawing size={[20, 14]} thread={2.2}>
      <path d="M1 2h18M1 7h18M1 12h18" strokeDasharray="5 3.4" />
    </Drawing>
  );
}

export function CaretIcon() {
  return (
    <Drawing size={[14, 9]} thread={2.2}>
      <path d="M2 2l5 5 5-5" />
    </Drawing>
  );
}

export function CloseIcon() {
  return (
    <Drawing size={[16, 16]} thread={2.2}>
      <path d="M2 2l12 12M14 2L2 14" />
    </Drawing>
  );
}

export function SearchIcon() {
  return (
    <Drawing size={[19, 19]} thread={2.2}>
      <circle cx="8" cy="8" r="6" />
      <path d="M12.6 12.6L17 17" />
    </Drawing>
  );
}
