import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { checkWeek } from "~/domain/book/books/preflight.server";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { entryOf, weeksWritten } from "~/domain/diary/entries/entries.server";
import { countVersions } from "~/domain/diary/entries/versions.server";
import { isPrinted } from "~/domain/diary/loops/printed-weeks";
import { WEEKS, weekDays } from "~/domain/diary/rules/calendar";
import { formatDayRange } from "~/domain/kernel/time/format-days";
import { noteEntryOpened } from "~/domain/people/staff/impersonations.server";
import { SAMPLE_ENTRIES, SAMPLE_TITLE } from "~/domain/shop/selling/sample-entries";
import { Frame } from "~/screens/frame";
import { Banner } from "~/ui/banner";
import { LinkButton } from "~/ui/button";
import { ArrowIcon, BackArrowIcon } from "~/ui/icons";
import { type BookPhoto, PhotoPage, Spread, WritingPage, type WritingPageProps } from "~/ui/spread";
import { BackLink } from "~/ui/text-link";
import type { ThemeName } from "~/ui/theme";
import { currentTime } from "~/web/clock.server";
import { PRIVATE } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { remarksOfWeek } from "./book-remarks";
import { EntryMissing } from "./entry-missing";
import { missingWeek } from "./entry-missing.server";
import { entryAddress, versionsAddress, weekAddress } from "./week-address";

export const handle: ScreenHandle<{ entry: { week: number; loopTitle: string } | null }> = {
  title: ({ entry }) => (entry ? `${entry.loopTitle}: week ${entry.week}` : "Entry Not Found"),
  noindex: true,
};

/** Public without a loop: the sample year. Otherwise one of the customer's entries. */
export async function loader({ request }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  const loopId = params.get("loop");
  if (loopId === null) {
    const entry = describeSample(Number(params.get("week") ?? SAMPLE_ENTRIES[0]?.week));
    return data({ entry, isSample: true, missing: null }, { status: entry ? 200 : 404 });
  }
  const { accountId, impersonation } = await requireCustomer(request, "dashboard");
  const week = Number(params.get("week") ?? "");
  const entry = describeEntry(accountId, loopId, week);
  if (entry && impersonation) noteEntryOpened(impersonation, entry.id, currentTime());
  return data(
    { entry, isSample: false, missing: entry ? null : missingWeek(accountId, loopId, week) },
    { status: entry ? 200 : 404, headers: PRIVATE },
  );
}

interface EntryData extends Omit<WritingPageProps, "level" | "title" | "reflection"> {
  id: string;
  loopTitle: string;
  theme: ThemeName;
  reflection: string;
  photos: BookPhoto[];
  caption: string;
  previous: number | null;
  next: number | null;
  /** Null for the sample. */
  loopId: string | null;
  canEdit: boolean;
  /** The moderator's note, when the week is kept out of the book. */
  note: string | null;
  hasVersions: boolean;
  /** Print warnings, while the week can still be changed. */
  remarks: string[];
}

function describeEntry(accountId: string, loopId: string, input: number): EntryData | null {
  const found = Number.isInteger(input) ? entryOf(accountId, loopId, input) : undefined;
  if (!found) return null;
  const { loop, entry, photos } = found;
  const canEdit = loop.status === "ACTIVE";
  const remarks = remarksOfWeek(canEdit ? checkWeek(loop, entry, photos) : [], photos);
  const { week, content, learned } = entry;
  const { from, to } = weekDays(loop, week);
  return {
    ...adjacentWeeks(week, weeksWritten(loop.id)),
    id: entry.id,
    loopId: loop.id,
    loopTitle: loop.title ?? "",
    theme: findLoopType(loop.theme, loop.type)?.themeId ?? "classic",
    week,
    dates: formatDayRange(from, to, { withYear: true }),
    highlight: entry.highlight || entry.title,
    gratitude: entry.gratitude,
    question: entry.prompt,
    reflection: learned ? `${content}\n\nSomething I learned: ${learned}` : content,
    photos: photos.map(({ id, caption }, index) => ({
      src: `/photos/${id}/screen`,
      alt: caption || `Photo ${index + 1} of week ${week}`,
    })),
    caption: photos.flatMap(({ caption }) => caption || []).join(" "),
    canEdit,
    note: isPrinted(entry.moderation) ? null : (entry.moderationNotes ?? ""),
    hasVersions: countVersions(loop.id, week) > 0,
    remarks: [...photos.flatMap(({ id }) => remarks.photos[id] ?? []), ...remarks.words],
  };
}

function describeSample(input: number): EntryData | null {
  const sample = SAMPLE_ENTRIES.find(({ week }) => week === input);
  if (!sample) return null;
  const { week, days, photo, prompt, content, highlight, gratitude } = sample;
  return {
    ...adjacentWeeks(
      week,
      SAMPLE_ENTRIES.map((one) => one.week),
    ),
    week,
    highlight,
    gratitude,
    dates: days,
    question: prompt,
    reflection: content,
    loopTitle: SAMPLE_TITLE,
    theme: "family",
    photos: [photo],
    caption: "",
    id: "",
    loopId: null,
    canEdit: false,
    note: null,
    hasVersions: false,
    remarks: [],
  };
}

function adjacentWeeks(week: number, weeks: readonly number[]) {
  const place = weeks.indexOf(week);
  return { previous: weeks[place - 1] ?? null, next: weeks[place + 1] ?? null };
}

export default function Entry() {
  const { entry, isSample, missing } = useLoaderData<typeof loader>();
  if (!entry) {
    return (
      <Frame variant="signed-in">
        <EntryMissing missing={missing} />
      </Frame>
    );
  }
  const { loopId, loopTitle, theme, photos, caption, previous, next, canEdit, note, hasVersions, remarks, ...page } =
    entry;
  const to = (week: number) => (loopId ? entryAddress(loopId, week) : `/entry?week=${week}`);
  return (
    <Frame variant="signed-in" theme={theme} ground="rag">
      <div className="container section stack stack-large">
        <div className="entry-nav">
          <BackLink href={loopId ? `/dashboard?loop=${loopId}` : "/dashboard"}>Back to my loop</BackLink>
          <p className="entry-of">{loopTitle}</p>
          {isSample && <p className="muted">A sample: four weeks of one family’s year</p>}
          {loopId && canEdit && (
            <LinkButton variant="line" size="small" href={`${weekAddress(loopId, page.week)}#week`}>
              Edit entry
            </LinkButton>
          )}
        </div>
        {note !== null && (
          <Banner tone="warn">
            <b>This week is on hold, so it won’t print.</b> {note}
            {canEdit && " Change it and save it, and we’ll check it again."}
          </Banner>
        )}
        <Spread theme={theme}>
          <PhotoPage photos={photos} caption={caption} />
          <WritingPage level={1} {...page} title={loopTitle} />
        </Spread>
        {loopId && remarks.length > 0 && (
          <section className="stack" aria-labelledby="in-the-book" id="print">
            <h2 id="in-the-book">Worth another look</h2>
            <p>
              The week is saved and will print as it is. If you’d like to change anything,{" "}
              <a href={`${weekAddress(loopId, page.week)}#week`}>edit week {page.week}</a>.
            </p>
            <ul className="remarks">
              {remarks.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </section>
        )}
        <nav className="entry-nav entry-turn" aria-label="Entries">
          {previous === null ? (
            <span />
          ) : (
            <LinkButton variant="line" href={to(previous)}>
              <BackArrowIcon /> Week {previous}
            </LinkButton>
          )}
          <p>
            Week {page.week} of {WEEKS}
            {loopId && hasVersions && (
              <>
                {" · "}
                <a href={versionsAddress(loopId, page.week)}>Earlier versions</a>
              </>
            )}
          </p>
          {isSample && next === null && (
            <LinkButton href="/loop-theme" variant="theme">
              Begin your loop
            </LinkButton>
          )}
          {next !== null && (
            <LinkButton variant="line" href={to(next)}>
              Week {next} <ArrowIcon />
            </LinkButton>
          )}
        </nav>
      </div>
    </Frame>
  );
}
