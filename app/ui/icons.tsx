/** Small line drawings. All are decoration beside words, so none is announced. */

interface IconProps {
  readonly className?: string;
}

const line = {
  fill: "none",
  stroke: "currentColor",
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

function iconClass(className?: string): string {
  return className ? `icon ${className}` : "icon";
}

export function ArrowIcon({ className }: IconProps) {
  return (
    <svg
      className={iconClass(className)}
      viewBox="0 0 20 12"
      width="20"
      height="12"
      strokeWidth="2"
      {...line}
      aria-hidden="true"
    >
      <path d="M1 6h17M13 1l5 5-5 5" />
    </svg>
  );
}

export function BackArrowIcon({ className }: IconProps) {
  return (
    <svg
      className={iconClass(className)}
      viewBox="0 0 20 12"
      width="20"
      height="12"
      strokeWidth="2"
      {...line}
      aria-hidden="true"
    >
      <path d="M19 6H2M7 1L2 6l5 5" />
    </svg>
  );
}

export function WarnIcon({ className }: IconProps) {
  return (
    <svg className={iconClass(className)} viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d="M10 1l9.5 17H.5z" fill="currentColor" />
      <path d="M10 7v5" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" />
      <circle cx="10" cy="15" r="1.3" fill="#fff" />
    </svg>
  );
}

export function TickIcon({ className }: IconProps) {
  return (
    <svg
      className={iconClass(className)}
      viewBox="0 0 22 22"
      width="22"
      height="22"
      strokeWidth="2.4"
      {...line}
      aria-hidden="true"
    >
      <path d="M4 11.5l4.6 4.6L18 6.5" />
    </svg>
  );
}

export function InfoIcon({ className }: IconProps) {
  return (
    <svg
      className={iconClass(className)}
      viewBox="0 0 22 22"
      width="22"
      height="22"
      strokeWidth="2.2"
      {...line}
      aria-hidden="true"
    >
      <circle cx="11" cy="11" r="9" strokeDasharray="3.4 2.25" />
      <path d="M11 10.2v5" />
      <path d="M11 6.6v.1" strokeWidth="2.8" />
    </svg>
  );
}

export function LockIcon({ className }: IconProps) {
  return (
    <svg
      className={iconClass(className)}
      viewBox="0 0 18 20"
      width="18"
      height="20"
      strokeWidth="2"
      {...line}
      aria-hidden="true"
    >
      <rect x="2" y="9" width="14" height="10" rx="1.5" />
      <path d="M5 9V6a4 4 0 018 0v3" />
    </svg>
  );
}

export function PhotoIcon({ className }: IconProps) {
  return (
    <svg
      className={iconClass(className)}
      viewBox="0 0 28 24"
      width="28"
      height="24"
      strokeWidth="2"
      {...line}
      aria-hidden="true"
    >
      <path d="M2 6h6l2-4h8l2 4h6v16H2z" />
      <circle cx="14" cy="13" r="5" />
    </svg>
  );
}

export function SearchIcon({ className }: IconProps) {
  return (
    <svg
      className={iconClass(className)}
      viewBox="0 0 20 20"
      width="20"
      height="20"
      strokeWidth="2.2"
      {...line}
      aria-hidden="true"
    >
      <circle cx="8.5" cy="8.5" r="6.5" />
      <path d="M13.5 13.5L19 19" />
    </svg>
  );
}

export function PauseIcon({ className }: IconProps) {
  return (
    <svg className={iconClass(className)} viewBox="0 0 12 14" width="12" height="14" aria-hidden="true">
      <path d="M1 0h3.4v14H1zM7.6 0H11v14H7.6z" fill="currentColor" />
    </svg>
  );
}

export function PlayIcon({ className }: IconProps) {
  return (
    <svg className={iconClass(className)} viewBox="0 0 12 14" width="12" height="14" aria-hidden="true">
      <path d="M1 0l11 7-11 7z" fill="currentColor" />
    </svg>
  );
}

export function MenuIcon({ className }: IconProps) {
  return (
    <svg
      className={iconClass(className)}
      viewBox="0 0 20 14"
      width="20"
      height="14"
      strokeWidth="2.2"
      {...line}
      aria-hidden="true"
    >
      <path d="M1 2h18M1 7h18M1 12h18" strokeDasharray="5 3.4" />
    </svg>
  );
}

export function CaretIcon({ className }: IconProps) {
  return (
    <svg
      className={iconClass(className)}
      viewBox="0 0 14 9"
      width="14"
      height="9"
      strokeWidth="2.2"
      {...line}
      aria-hidden="true"
    >
      <path d="M2 2l5 5 5-5" />
    </svg>
  );
}

export function CloseIcon({ className }: IconProps) {
  return (
    <svg
      className={iconClass(className)}
      viewBox="0 0 16 16"
      width="16"
      height="16"
      strokeWidth="2.2"
      {...line}
      aria-hidden="true"
    >
      <path d="M2 2l12 12M14 2L2 14" />
    </svg>
  );
}

/** A needle with a little thread through its eye: the current week, the next stitch. */
export function NeedleIcon({ className }: IconProps) {
  return (
    <svg
      className={iconClass(className)}
      viewBox="0 0 34 22"
      width="34"
      height="22"
      strokeWidth="2"
      {...line}
      aria-hidden="true"
    >
      <path
        d="M1 21L24 6.5c2.6-1.6 5.4-.6 5.9 1 .5 1.7-1.3 3.6-4.2 4.2L1 21z"
        fill="currentColor"
        stroke="none"
      />
      <path d="M27 7.8C32 8.5 35 4 31 1.6" strokeDasharray="3.4 2.6" />
    </svg>
  );
}
