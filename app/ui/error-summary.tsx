import type { ReactNode } from "react";

export interface Problem {
  readonly message: string;
  /** Id of the input it is about; left out when it is about none. */
  readonly field?: string;
}

export interface ErrorSummaryProps {
  readonly problems: readonly Problem[];
  readonly title?: string;
  /** A sentence below the list: "No money has been taken." */
  readonly children?: ReactNode;
}

/**
 * First in main when a form comes back with 422: says what is wrong and links to each field, in the same words as
 * beside the field. Prints nothing without problems. The page's title starts with "Error: ". As GOV.UK does it, focus
 * is on the outer element and the alert within it: some screen readers say an alert that takes focus twice.
 */
export function ErrorSummary({ problems, title = "There is a problem", children }: ErrorSummaryProps) {
  if (problems.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: the summary takes focus as the page arrives, with no script to move it there
    <div className="error-summary" tabIndex={-1} autoFocus>
      <div role="alert">
        <h2>{title}</h2>
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
    </div>
  );
}
