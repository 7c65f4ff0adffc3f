import type { ReactNode } from "react";

export interface Problem {
  readonly message: string;
  /** Id of the input with the problem; left out for a problem of the whole form. */
  readonly field?: string;
}

export interface ErrorSummaryProps {
  readonly problems: readonly Problem[];
  readonly title?: string;
  /** A sentence below the list: "No money has been taken." */
  readonly children?: ReactNode;
}

/**
 * First in main when a form comes back with 422: lists the errors and links to each field, with the same messages as
 * beside the field. Renders nothing without problems. The page's title starts with "Error: ". As in GOV.UK Frontend,
 * the outer element takes focus and the alert is within it, so that screen readers announce it once.
 */
export function ErrorSummary({ problems, title = "There is a problem", children }: ErrorSummaryProps) {
  if (problems.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: without a script, this moves the focus to the summary when the page loads
    <div className="error-summary" tabIndex={-1} autoFocus>
      <div role="alert">
        <h2>{title}</h2>
        <ul>
          {problems.map((problem) => (
            <li key={`${problem.field ?? ""} ${problem.message}`}>
              {problem.field ? <a href={`#${problem.field}`}>{problem.message}</a> : <span>{problem.message}</span>}
            </li>
          ))}
        </ul>
        {children}
      </div>
    </div>
  );
}
