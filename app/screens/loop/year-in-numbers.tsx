import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findLoopType } from "~/domain/catalogue/catalogue";
import { chooseNumbers, numbersOf } from "~/domain/loops/book-choices.server";
import { loopOwnedBy } from "~/domain/loops/loops.server";
import type { YearInNumbers } from "~/domain/loops/year-in-numbers";
import { formatNumber } from "~/domain/text/numbers";
import { formatMonth } from "~/domain/time/format-days";
import { Frame } from "~/screens/frame";
import { Book3d } from "~/ui/book-3d";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { BackLink } from "~/ui/text-link";
import { notFound, PRIVATE, seeOther } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";
import { entryAddress } from "./week-address";

export const handle: ScreenHandle = { title: "The year in numbers", noindex: true };

/** One of the customer's loops; another customer's is a 404. Nothing is counted before its owner asks. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { accountId } = await requireCustomer(request, "book");
  const loop = loopOwnedBy(accountId, param(params, "loop"));
  if (!loop) notFound();
  const type = findLoopType(loop.theme, loop.type);
  return data(
    {
      id: loop.id,
      name: loop.title ?? type?.displayName ?? "Your loop",
      theme: type?.themeId ?? ("classic" as const),
      numbers: numbersOf(accountId, loop.id),
    },
    { headers: PRIVATE },
  );
}

/** The owner of the loop; the database query checks the owner. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { accountId } = await requireCustomer(request, "book");
  const loopId = param(params, "loop");
  const intent = formOf(request).get("intent");
  if (intent !== "count" && intent !== "stop") throw new Response(null, { status: 400 });
  const kept = chooseNumbers(accountId, loopId, intent === "count", currentTime());
  if (!kept.ok) notFound();
  return await seeOther(`/year-in-numbers/${loopId}`);
}

export default function YearInNumbersPage() {
  const { id, name, theme, numbers } = useLoaderData<typeof loader>();
  return (
    <Frame variant="signed-in" theme={theme} width="container">
      <div className="two-columns">
        <div className="settings-column">
          <BackLink href={`/proof/${id}`}>Back to your book</BackLink>
          <h1>The year in numbers</h1>
          {numbers === "too_long" ? (
            <p className="lead">
              <b>{name}</b> has more words than we can count, because some of its weeks are longer than their
              pages. They’re all kept. Shorten the longest weeks to see your year in numbers.
            </p>
          ) : numbers ? (
            <Numbers loopId={id} name={name} numbers={numbers} />
          ) : (
            <>
              <p className="lead">
                How many weeks, words and photos <b>{name}</b> has, and who and what you wrote about most. We
                count it only if you ask, and only you can see it.
              </p>
              <PostForm>
                <Button variant="theme" name="intent" value="count">
                  Count my year
                </Button>
              </PostForm>
            </>
          )}
        </div>
        <Book3d theme={theme} title={name} size="medium" />
      </div>
    </Frame>
  );
}

interface NumbersProps {
  readonly loopId: string;
  readonly name: string;
  readonly numbers: YearInNumbers;
}

function Numbers({ loopId, name, numbers }: NumbersProps) {
  const { weeksWritten, words, photos, longestWeek, mostUsedWords, names, months } = numbers;
  return (
    <>
      <p className="lead">
        <b>{name}</b>, counted from what you wrote.
      </p>
      <dl className="year-numbers">
        {[
          { label: weeksWritten === 1 ? "week" : "weeks", count: weeksWritten },
          { label: words === 1 ? "word" : "words", count: words },
          { label: photos === 1 ? "photo" : "photos", count: photos },
        ].map(({ label, count }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="display">{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {longestWeek && (
        <p>
          You wrote most in <a href={entryAddress(loopId, longestWeek.week)}>week {longestWeek.week}</a>:{" "}
          {formatNumber(longestWeek.words)} words.
        </p>
      )}
      {names.length > 0 && (
        <CountedList
          title="People and places"
          items={names.map(({ name: words, count }) => ({ words, count }))}
        />
      )}
      {mostUsedWords.length > 0 && (
        <CountedList
          title="Words of this year"
          items={mostUsedWords.map(({ word, count }) => ({ words: word, count }))}
        />
      )}
      {months.length > 0 && (
        <section className="stack" aria-label="Month by month">
          <h2>Month by month</h2>
          <ul className="remarks">
            {months.map((month) => (
              <li key={month.month}>
                <b>{formatMonth(`${month.month}-01`)}</b> {month.weeks} {month.weeks === 1 ? "week" : "weeks"}
                , {formatNumber(month.words)} {month.words === 1 ? "word" : "words"}
              </li>
            ))}
          </ul>
        </section>
      )}
      <PostForm>
        <Button variant="line" name="intent" value="stop">
          Stop counting
        </Button>
      </PostForm>
    </>
  );
}

interface CountedListProps {
  readonly title: string;
  readonly items: readonly { words: string; count: number }[];
}

function CountedList({ title, items }: CountedListProps) {
  return (
    <section className="stack" aria-label={title}>
      <h2>{title}</h2>
      <ul className="counted-words">
        {items.map(({ words, count }) => (
          <li key={words}>
            {words} <span className="muted figures">{count}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
