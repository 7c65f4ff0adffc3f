import type { DescriptionItem } from "~/ui/description-list";

export interface FactsAsideProps {
  readonly title: string;
  readonly facts: readonly DescriptionItem[];
}

/** What the records say, beside a form that is filled in about it. */
export function FactsAside({ title, facts }: FactsAsideProps) {
  return (
    <aside className="person-part" aria-label={title}>
      <h2>{title}</h2>
      <dl>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
