import { WEEKS_IN_WORDS } from "~/domain/diary/rules/calendar";
import { PHOTOS_A_WEEK } from "~/domain/diary/rules/photo-rules";
import { capitalise, numberInWords } from "~/domain/kernel/text/numbers";
import { CANCELLATION_DAYS } from "~/domain/kernel/time/agreed-days";
import { ABOUT_PAGES, BOOK_SIZE } from "./book-facts";

interface HomeTrustProps {
  readonly company: { readonly email: string; readonly address: string | null };
}

/** What the book is, how to change one's mind, and who is behind it. */
export function HomeTrust({ company: { email, address } }: HomeTrustProps) {
  return (
    <section className="section trust-section" aria-label="The book, and who makes it">
      <ul className="container trust">
        <li>
          <b>{BOOK_SIZE}</b>
          <p>A luxury hardback about the size of a sheet of A4</p>
        </li>
        <li>
          <b>{ABOUT_PAGES}</b>
          <p>
            {capitalise(WEEKS_IN_WORDS)} weeks, with up to {numberInWords(PHOTOS_A_WEEK)} photos in each
          </p>
        </li>
        <li>
          <b>{CANCELLATION_DAYS} days</b>
          <p>
            to change your mind. <a href="/terms#cancel">How refunds work</a>
          </p>
        </li>
        <li>
          <b>Real people</b>
          <p>
            <a href={`mailto:${email}`}>{email}</a>
            {address && `, ${address}`}
          </p>
        </li>
      </ul>
    </section>
  );
}
