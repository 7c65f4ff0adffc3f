import type { ReactNode } from "react";

/** The three ways to give a voucher, each with its picture. */

const WAYS = {
  print: {
    title: "Print it",
    drawing: (
      <>
        <path d="M14 20l42-10v70L14 90z" fill="#fffdf9" stroke="#b9ab8e" />
        <path d="M56 10l46 10v70L56 80z" fill="#f6f2ea" stroke="#b9ab8e" />
        <circle cx="35" cy="44" r="14" stroke="currentColor" strokeWidth="2" strokeDasharray="3.2 2.4" />
        <path d="M35 52V38m0 8c-4-1-7-3-7-6m7 3c3-1 6-3 6-6" stroke="currentColor" strokeWidth="1.6" />
        <path d="M24 72l21-5M66 36l26 6M66 46l26 6M66 56l18 4" stroke="#8a7f6b" strokeDasharray="5 3" />
      </>
    ),
  },
  email: {
    title: "Email it",
    drawing: (
      <>
        <path d="M10 20h96v66H10z" fill="#fffdf9" stroke="#b9ab8e" />
        <path d="M10 20l48 38 48-38" fill="#f6f2ea" stroke="#b9ab8e" />
        <path d="M10 86l34-38M106 86L72 48" stroke="#d9cfbc" />
        <circle cx="58" cy="58" r="13" fill="#fffdf9" stroke="currentColor" strokeWidth="2" strokeDasharray="3.2 2.4" />
        <path d="M58 64c-9-6-7-12-3-12 2 0 3 2 3 3 0-1 1-3 3-3 4 0 6 6-3 12z" fill="currentColor" />
      </>
    ),
  },
  message: {
    title: "Send a message",
    drawing: (
      <>
        <rect x="34" y="4" width="50" height="90" rx="8" fill="#fffdf9" stroke="#b9ab8e" />
        <path d="M52 10h14M54 88h10" stroke="#b9ab8e" strokeWidth="2" />
        <path
          d="M42 26h58v32H64l-10 10V58H42z"
          fill="#f8e9e8"
          stroke="currentColor"
          strokeWidth="2"
          strokeDasharray="3.2 2.4"
        />
        <path d="M52 38h38M52 47h24" stroke="currentColor" strokeWidth="2" />
      </>
    ),
  },
} as const;

export function GivingWays({ children }: { readonly children: ReactNode }) {
  return <ul className="giving-ways">{children}</ul>;
}

interface GivingWayProps {
  readonly way: keyof typeof WAYS;
  /** How it is done, then its buttons. */
  readonly children: ReactNode;
}

export function GivingWay({ way, children }: GivingWayProps) {
  const { title, drawing } = WAYS[way];
  return (
    <li>
      <svg viewBox="0 0 116 98" fill="none" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
        {drawing}
      </svg>
      <h3>{title}</h3>
      {children}
    </li>
  );
}
