import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findLoopType } from "~/domain/catalogue/catalogue";
import { weekDays } from "~/domain/loops/calendar";
import { entryOf, weeksWritten } from "~/domain/loops/entries.server";
import { Frame } from "~/screens/frame";
import { LinkButton } from "~/ui/button";
import { formatDayRange } from "~/ui/format";
import { PhotoPage, Spread, WritingPage } from "~/ui/spread";
import { BackLink, TextLink } from "~/ui/text-link";
import { PRIVATE } from "~/web/answers.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { entryAddress, versionsAddress, weekAddress } from "./week-address";

export const handle: ScreenHandle<{ entry: { week: number; loopTitle: string } | null }> = {
  title: ({ entry }) => (entry ? `${entry.loopTitle}: week ${entry.week}` : "Entry Not Found"),
  noindex: true,
};

/** An entry of one's own. */
export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireCustomer(request, "dashboard");
  const params = new URL(request.url).searchParams;
  const loopId = params.get("loop") ?? "";
  const week = Number(params.get("week") ?? "");
  const found = Number.isInteger(week) ? entryOf(person.accountId, loopId, week) : undefined;
  if (!found) return data({ entry: null }, { status: 404, headers: PRIVATE });
  const { loop, entry, photos } = found;
  const weeks = weeksWritten(loop.id);
  const place = weeks.indexOf(entry.week);
  const { from, to } = weekDays(loop, entry.week);
  return data(
    {
      entry: {
        loopId: loop.id,
        loopTitle: loop.title ?? "",
        theme: findLoopType(loop.theme, loop.type)?.themeId ?? ("classic" as const),
        week: entry.week,
        version: entry.version,
        days: formatDayRange(from, to, { withYear: true }),
        title: entry.title,
        highlight: entry.highlight,
        gratitude: entry.gratitude,
        learned: entry.learned,
        prompt: entry.prompt,
        content: entry.content,
        photos: photos.map(({ id, caption }) => ({ id, caption })),
        previous: weeks[place - 1] ?? null,
        next: weeks[place + 1] ?? null,
        canEdit: loop.status === "ACTIVE",
      },
    },
    { headers: PRIVATE },
  );
}

export default function Entry() {
  const { entry } = useLoaderData<typeof loader>();
  if (!entry) {
    return (
      <Frame variant="signed-in">
        <div className="container section stack">
          <h1>Entry Not Found</h1>
          <p className="lead">That week hasn’t been stitched yet.</p>
          <p>
            <LinkButton href="/dashboard">Back to Dashboard</LinkButton>
          </p>
        </div>
      </Frame>
    );
  }
  const to = (week: number) => entryAddress(entry.loopId, week);
  return (
    <Frame variant="signed-in" theme={entry.theme} ground="rag">
      <div className="container section stack stack-large">
        <BackLink href={`/dashboard?loop=${entry.loopId}`}>Back to Dashboard</BackLink>
        <Spread theme={entry.theme}>
          <PhotoPage
            photos={entry.photos.map((photo, index) => ({
              src: `/photos/${photo.id}/screen`,
              alt: photo.caption || `Photo ${index + 1} of week ${entry.week}`,
            }))}
            caption={entry.photos.flatMap((photo) => photo.caption || []).join(" ")}
          />
          <WritingPage
            level={1}
            week={entry.week}
            dates={entry.days}
            highlight={entry.highlight || entry.title}
            gratitude={entry.gratitude}
            question={entry.prompt}
            reflection={
              entry.learned ? `${entry.content}\n\nSomething I learned: ${entry.learned}` : entry.content
            }
            title={entry.loopTitle}
          />
        </Spread>
        <nav className="row entry-nav" aria-label="Entries">
          {entry.previous !== null && <BackLink href={to(entry.previous)}>Week {entry.previous}</BackLink>}
          {entry.canEdit && (
            <TextLink href={`${weekAddress(entry.loopId, entry.week)}#week`}>Edit this week</TextLink>
          )}
          {entry.version > 1 && (
            <TextLink href={versionsAddress(entry.loopId, entry.week)}>What it said before</TextLink>
          )}
          {entry.next !== null && (
            <TextLink href={to(entry.next)} arrow>
              Week {entry.next}
            </TextLink>
          )}
        </nav>
      </div>
    </Frame>
  );
}
