import { SPINE_RULE } from "~/domain/book/layout/cover";
import { COPY_PROMISE } from "~/domain/diary/loops/book-days";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { BINDING_OF_A_LOOP, BINDING_WORDS, BINDINGS } from "~/domain/kernel/book-format/bindings";
import { itemIdOf } from "~/domain/shop/orders/cart";
import { BindingPicture } from "~/ui/binding-picture";
import { Book3d } from "~/ui/book-3d";
import { Button, LinkButton } from "~/ui/button";
import { RadioCards } from "~/ui/choice";
import { SelectField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import type { BookData } from "./account-data.server";

/** The book of each loop, as written so far. */
export function BooksTab({ view }: { readonly view: BookData }) {
  const { books, chosen, isPurchaser } = view;
  const heading = (
    <>
      <h2>Your books</h2>
      {isPurchaser && <p className="muted">Manage book copies for all your memory loops</p>}
    </>
  );
  if (!chosen) {
    return (
      <div className="settings-column">
        {heading}
        <p>You don’t have a book yet.</p>
        <p>
          <a className="stand-alone-link" href="/loop-theme">
            Begin your loop
          </a>
        </p>
      </div>
    );
  }
  return (
    <div className="two-columns">
      <div className="settings-column">
        {heading}
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
          {chosen.state}. {chosen.entriesCount} of {WEEKS} entries completed.
        </p>
        <div className="row">
          <LinkButton href={`/book?loop=${chosen.id}`}>Download as PDF</LinkButton>
          <LinkButton variant="line" href={`/exports/loops/${chosen.id}`}>
            Download Raw Data
          </LinkButton>
        </div>
        <p className="muted">Raw data is everything you’ve written and your original photos, in one zip file.</p>
        <hr />
        <CopyForm view={view} loop={chosen} />
      </div>
      <div className="settings-book">
        <Book3d theme={chosen.theme} title={chosen.name} size="medium" />
      </div>
    </div>
  );
}

type Loop = NonNullable<BookData["chosen"]>;

/** Adds an extra copy of the book, in one of two bindings. */
function CopyForm({ view: { copies }, loop }: { readonly view: BookData; readonly loop: Loop }) {
  const { id: loopId } = loop;
  return (
    <>
      <h3>Order a copy</h3>
      <p className="muted">{COPY_PROMISE}</p>
      <PostForm action="/checkout" className="form-stack">
        <RadioCards
          legend="Which copy?"
          legendHidden
          name="item"
          defaultValue={itemIdOf(loopId, BINDING_OF_A_LOOP)}
          options={BINDINGS.map((binding) => ({
            value: itemIdOf(loopId, binding),
            label: BINDING_WORDS[binding].name,
            description: BINDING_WORDS[binding].about,
            picture: <BindingPicture binding={binding} theme={loop.theme} />,
            aside: copies.price[binding],
          }))}
        />
        <p className="small muted">
          {copies.note} {SPINE_RULE}
        </p>
        <div className="row">
          <Button name="intent" value="add">
            Add to Cart
          </Button>
          {copies.inCart > 0 && <a href="/checkout">View Cart ({copies.inCart})</a>}
        </div>
      </PostForm>
    </>
  );
}
