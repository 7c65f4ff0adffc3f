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
 * First in main when a form comes back with 422: lists the errors and links to each field, in the same words as beside
 * the field. Renders nothing without problems. The page's title starts with "Error: ".
 */
export function ErrorSummary({ problems, title = "There is a problem", children }: ErrorSummaryProps) {
  if (problems.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: without a script, this moves the focus to the summary when the page loads
    <div className="error-summary" role="alert" tabIndex={-1} autoFocus aria-labelledby="error-summary-title">
      <h2 id="error-summary-title">{title}</h2>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.field ?? ""} ${problem.message}`}>
            {problem.field ? (
              <a href={`#${problem.field}`}>{problem.message}</a>
            ) : (
              <span>{problem.message}</span>
            )}
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}
