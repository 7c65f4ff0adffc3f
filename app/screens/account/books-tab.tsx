import { Book3d } from "~/ui/book-3d";
import { Button, LinkButton } from "~/ui/button";
import { SelectField } from "~/ui/field";
import type { BookFacts } from "./loop-facts.server";

/** The book of each loop, as far as it is written. */
export function BooksTab({ facts }: { readonly facts: BookFacts }) {
  const { books, chosen } = facts;
  if (!chosen) {
    return (
      <div className="settings-column">
        <h2>Your books</h2>
        <p>A book grows from a loop, and you have none yet.</p>
        <p>
          <a href="/begin">Begin your loop</a>
        </p>
      </div>
    );
  }
  return (
    <div className="two-columns">
      <div className="settings-column">
        <h2>Your books</h2>
        <form method="get" action="/account-settings" className="form-stack">
          <input type="hidden" name="tab" value="books" />
          <SelectField
            label="Loop"
            name="loop"
            width="full"
            defaultValue={chosen.id}
            options={books.map(({ id, name, state }) => ({ value: id, label: `${name}: ${state}` }))}
          />
          <Button variant="line">Show this book</Button>
        </form>
        <hr />
        <h3>{chosen.name}</h3>
        <p>
          {chosen.state}. {chosen.entriesCount} of 52 entries completed.
        </p>
        <LinkButton href={`/book?loop=${chosen.id}`}>Download as PDF</LinkButton>
      </div>
      <div className="settings-book">
        <Book3d theme={chosen.theme} title={chosen.name} size="medium" />
      </div>
    </div>
  );
}
