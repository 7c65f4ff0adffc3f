import type { ReactNode } from "react";

export interface AccordionItem {
  readonly question: string;
  readonly answer: ReactNode;
  readonly open?: boolean;
}

/** Questions as native details elements, so that the browser's page search finds every answer. */
export function Accordion({ items }: { readonly items: readonly AccordionItem[] }) {
  return (
    <div className="accordion">
      {items.map((item) => (
        <details key={item.question} open={item.open}>
          <summary>{item.question}</summary>
          <div className="accordion-answer">{item.answer}</div>
        </details>
      ))}
    </div>
  );
}
