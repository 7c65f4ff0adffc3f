import type { ReactNode } from "react";
import type { Passage, WrittenPage } from "~/domain/kernel/company/written-page";
import { formatDay } from "~/domain/kernel/time/format-days";
import { Frame } from "~/screens/frame";
import { Passages } from "~/ui/passages";

interface WrittenPageViewProps {
  readonly page: WrittenPage;
  /** Every mention of this address in the text becomes a link. */
  readonly email: string;
  /** After the first passage, such as a table it refers to. */
  readonly afterFirst?: ReactNode;
}

/** Pages with more passages than this begin with a table of contents. */
const NEEDS_CONTENTS = 6;

/** A text page: title, table of contents, and passages of plain text. */
export function WrittenPageView({ page, email, afterFirst }: WrittenPageViewProps) {
  const { title, lead, changedOn, passages } = page;
  const linked = (passage: Passage) => linkEmail(passage, email);
  return (
    <Frame variant="reading">
      <h1>{title}</h1>
      <p className="lead muted">{lead}</p>
      {changedOn && <p className="small muted">Last changed on {formatDay(changedOn)}</p>}
      <div className="written-sheet">
        {passages.length > NEEDS_CONTENTS && <Contents passages={passages} />}
        <div className="written">
          <Passages passages={passages.slice(0, 1).map(linked)} />
          {afterFirst}
          <Passages passages={passages.slice(1).map(linked)} />
        </div>
      </div>
    </Frame>
  );
}

function Contents({ passages }: { readonly passages: readonly Passage[] }) {
  return (
    <nav className="contents" aria-label="On this page">
      <ol>
        {passages.map(
          ({ id, heading }) =>
            id && (
              <li key={id}>
                <a href={`#${id}`}>{heading}</a>
              </li>
            ),
        )}
      </ol>
    </nav>
  );
}

/** The passage, with every mention of the address as a mailto link. */
export function linkEmail(passage: Passage, email: string) {
  const linked = (text: string) => linkedWords(text, email);
  return { ...passage, paragraphs: passage.paragraphs.map(linked), list: passage.list?.map(linked) };
}

function linkedWords(text: string, email: string): ReactNode {
  const parts = text.split(email);
  if (parts.length === 1) return text;
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: fixed text, never reordered
    <span key={index}>
      {index > 0 && <a href={`mailto:${email}`}>{email}</a>}
      {part}
    </span>
  ));
}
