import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { chooseNumbers, numbersOf } from "~/domain/book/books/book-choices.server";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { loopOwnedBy } from "~/domain/diary/loops/loops.server";
import { weekStandingsOf } from "~/domain/diary/loops/printed-weeks.server";
import type { YearInNumbers } from "~/domain/diary/loops/year-in-numbers";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { formatNumber } from "~/domain/kernel/text/numbers";
import { formatMonth } from "~/domain/kernel/time/format-days";
import { Frame } from "~/screens/frame";
import { Book3d } from "~/ui/book-3d";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { Ring } from "~/ui/ring";
import { BackLink } from "~/ui/text-link";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import { notFound, PRIVATE, seeOther } from "~/web/responses.server";
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
  const numbers = numbersOf(accountId, loop.id);
  const longest = numbers && numbers !== "too_long" ? numbers.longestWeek : null;
  const weeks = numbers ? weekStandingsOf(loop) : [];
  return data(
    {
      id: loop.id,
      name: loop.title ?? type?.displayName ?? "Your loop",
      theme: type?.themeId ?? ("classic" as const),
      numbers,
      writtenWeeks: weeks.flatMap(({ week, finishedAt }) => (finishedAt ? [week] : [])),
      photo: weeks.find(({ week }) => week === longest?.week)?.photos[0] ?? null,
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
  const saved = chooseNumbers(accountId, loopId, intent === "count", currentTime());
  if (!saved.ok) notFound();
  return await seeOther(`/year-in-numbers/${loopId}`);
}

export default function YearInNumbersPage() {
  const { id, name, theme, numbers, writtenWeeks, photo } = useLoaderData<typeof loader>();
  if (numbers && numbers !== "too_long") {
    return (
      <Frame variant="signed-in" theme={theme} width="container">
        <Numbers loopId={id} name={name} numbers={numbers} writtenWeeks={writtenWeeks} photo={photo} />
      </Frame>
    );
  }
  return (
    <Frame variant="signed-in" theme={theme} width="container">
      <div className="two-columns">
        <div className="settings-column">
          <div>
            <BackLink href={`/proof/${id}`}>Back to your book</BackLink>
            <h1>The year in numbers</h1>
          </div>
          {numbers === "too_long" ? (
            <p className="lead">
              <b>{name}</b> has more words than we can count, because some of its weeks are longer than their pages.
              They’re all kept. Shorten the longest weeks to see your year in numbers.
            </p>
          ) : (
            <>
              <p className="lead">
                How many weeks, words and photos <b>{name}</b> has, and who and what you wrote about most. We count it
                only if you ask, and only you can see it.
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
  readonly writtenWeeks: readonly number[];
  /** The first of the week with the most words. */
  readonly photo: string | null;
}

const counted = (count: number, noun: string) => (count === 1 ? noun : `${noun}s`);

function Numbers({ loopId, name, numbers, writtenWeeks, photo }: NumbersProps) {
  const { weeksWritten, words, photos, longestWeek, mostUsedWords, people, places, months } = numbers;
  return (
    <div className="year-in-numbers">
      <div className="stack">
        <div>
          <BackLink href={`/proof/${loopId}`}>Back to your book</BackLink>
          <h1>The year in numbers</h1>
        </div>
        <p className="lead">
          <b>{name}</b>, counted from what you wrote.
        </p>
      </div>
      <div className="numbers-picture">
        <Ring completed={writtenWeeks} size={160} tone="cloth" />
        <dl className="year-numbers">
          {[
            { label: `${counted(weeksWritten, "week")} of ${WEEKS}`, count: weeksWritten },
            { label: counted(words, "word"), count: words },
            { label: counted(photos, "photo"), count: photos },
          ].map(({ label, count }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="display">{formatNumber(count)}</dd>
            </div>
          ))}
        </dl>
      </div>
      {longestWeek && (
        <figure className="numbers-longest">
          {photo && <img src={`/photos/${photo}/screen`} alt={`Week ${longestWeek.week}`} decoding="async" />}
          <figcaption>
            You wrote most in <a href={entryAddress(loopId, longestWeek.week)}>week {longestWeek.week}</a>:{" "}
            {formatNumber(longestWeek.words)} {counted(longestWeek.words, "word")}.
          </figcaption>
        </figure>
      )}
      <CountedList title="People" items={people.map(({ name: words, count }) => ({ words, count }))} />
      <CountedList title="Places" items={places.map(({ name: words, count }) => ({ words, count }))} />
      <CountedList
        title="Words of this year"
        items={mostUsedWords.map(({ word, count }) => ({ words: word, count }))}
      />
      <Months months={months} />
      <PostForm>
        <Button variant="line" name="intent" value="stop">
          Stop counting
        </Button>
      </PostForm>
    </div>
  );
}

/** A bar for each month, as long as what was written in it. */
function Months({ months }: Pick<YearInNumbers, "months">) {
  if (months.length === 0) return null;
  const most = Math.max(1, ...months.map(({ words }) => words));
  return (
    <section className="stack numbers-months" aria-label="Month by month">
      <h2>Month by month</h2>
      <ul>
        {months.map(({ month, weeks, words }) => (
          <li key={month}>
            <b>{formatMonth(`${month}-01`)}</b>
            <svg width="100%" height="14" aria-hidden="true">
              <rect width={`${Math.round((100 * words) / most)}%`} height="14" rx="2" />
            </svg>
            <span className="figures">
              {weeks} {counted(weeks, "week")}, {formatNumber(words)} {counted(words, "word")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface CountedListProps {
  readonly title: string;
  readonly items: readonly { words: string; count: number }[];
}

function CountedList({ title, items }: CountedListProps) {
  if (items.length === 0) return null;
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
