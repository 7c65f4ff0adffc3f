import type { SiteLink } from "./site-links";

export interface Tab extends SiteLink {
  readonly current?: boolean;
  readonly count?: number | string;
}

export interface TabsProps {
  /** The name of the group: "Account sections". */
  readonly label: string;
  readonly tabs: readonly Tab[];
}

/** Links to sibling pages; they scroll sideways on narrow screens. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.href}>
            <a href={tab.href} aria-current={tab.current ? "page" : undefined}>
              {tab.label}
              {tab.count !== undefined && <span className="tab-count">{tab.count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
