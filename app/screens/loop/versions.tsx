import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { EMPTYING } from "~/domain/diary/entries/emptying";
import { deleteVersion, emptyWeek } from "~/domain/diary/entries/emptying.server";
import { restoreVersion, versionsOf } from "~/domain/diary/entries/versions.server";
import { wordsOf } from "~/domain/diary/loops/entry-text";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { Frame } from "~/screens/frame";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { BackLink } from "~/ui/text-link";
import { currentTime } from "~/web/clock.server";
import { notFound, PRIVATE, seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";
import { entryAddress, versionsAddress, weekAddress } from "./week-address";
import { WeekWords } from "./which-one";

export const handle: ScreenHandle<{ week: number }> = {
  title: ({ week }) => `Week ${week}: earlier versions`,
  noindex: true,
};

/** The earlier versions of one of the customer's weeks; with a number, that version. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { accountId } = await requireCustomer(request, "dashboard");
  const params = new URL(request.url).searchParams;
  const week = Number(params.get("week") ?? "");
  const found = Number.isInteger(week) ? versionsOf(accountId, params.get("loop") ?? "", week) : undefined;
  const input = params.get("version");
  const shown = found?.versions.find(({ version }) => String(version) === input);
  if (!found || (input !== null && !shown)) notFound();
  const { loop, versions, writing } = found;
  return data(
    {
      loopId: loop.id,
      week,
      theme: findLoopType(loop.theme, loop.type)?.themeId ?? ("classic" as const),
      isReadOnly: loop.status !== "ACTIVE",
      isEmptying: params.has("empty") && loop.status === "ACTIVE",
      now: writing.savedAt && { writtenAt: writing.savedAt, firstWords: firstWordsOf(writing.words) },
      isDraft: !writing.entry,
      versions: versions.map((saved) => ({
        version: saved.version,
        writtenAt: saved.writtenAt,
        firstWords: firstWordsOf(saved),
      })),
      shown: shown && {
        version: shown.version,
        writtenAt: shown.writtenAt,
        prompt: shown.prompt,
        words: wordsOf(shown),
      },
    },
    { headers: PRIVATE },
  );
}

const FIRST_WORDS = 24;

/** The highlight and the start of the answer, because versions of a week often begin alike. */
function firstWordsOf({ highlight, content }: { highlight: string; content: string }): string {
  const words = `${highlight} ${content}`.trim().split(/\s+/u);
  const first = words.slice(0, FIRST_WORDS).join(" ").slice(0, 200);
  return words.length > FIRST_WORDS ? `${first} …` : first;
}

/** The owner of the loop; the database query checks the owner. */
export async function action({ request }: ActionFunctionArgs) {
  const { accountId } = await requireCustomer(request, "dashboard");
  const form = formOf(request);
  const text = (name: string) => String(form.get(name) ?? "");
  const place = { accountId, loopId: text("loop"), week: Number(text("week")) };
  const version = Number(text("version"));
  if (text("intent") === "delete-version") {
    orRefuse(deleteVersion(place, version, currentTime()));
    return await seeOther(versionsAddress(place.loopId, place.week), {
      flash: { tone: "ok", message: "We’ve deleted that version." },
    });
  }
  if (text("intent") === "empty-week") {
    orRefuse(emptyWeek(place, currentTime()));
    return await seeOther(weekAddress(place.loopId, place.week), {
      flash: { tone: "ok", message: `Week ${place.week} is empty.` },
    });
  }
  const restored = restoreVersion(place, version, currentTime());
  orRefuse(restored);
  const isDraft = restored.ok && restored.version === 0;
  const back = isDraft ? `${weekAddress(place.loopId, place.week)}#week` : entryAddress(place.loopId, place.week);
  return await seeOther(back, {
    flash: {
      ...(isDraft && { at: "week" }),
      tone: "ok",
      message: `Week ${place.week} is back to its earlier version.`,
      more: "We’ve kept the one it replaced, too.",
    },
  });
}

/** @throws the response to a press that came too late, or for a week that is not theirs. */
function orRefuse(result: { ok: true } | { ok: false; reason: "not_found" | "read_only" }): void {
  if (!result.ok) throw new Response(null, { status: result.reason === "read_only" ? 409 : 404 });
}

export default function Versions() {
  const view = useLoaderData<typeof loader>();
  const { loopId, week, theme, shown, versions } = view;
  const list = versionsAddress(loopId, week);
  return (
    <Frame variant="signed-in" theme={theme}>
      <div className="container section stack stack-large">
        {view.isEmptying ? (
          <>
            <div>
              <BackLink href={shown ? `${list}&version=${shown.version}` : list}>Back</BackLink>
              <h1>{shown ? "Delete this version?" : `Empty week ${week}?`}</h1>
            </div>
            <EmptyingForm loopId={loopId} week={week} version={shown?.version ?? null} />
          </>
        ) : shown ? (
          <>
            <div>
              <BackLink href={list}>All versions of week {week}</BackLink>
              <h1>
                Week {week} on <em>{formatMoment(new Date(shown.writtenAt))}</em>
              </h1>
            </div>
            <p className="lead serif">{shown.prompt}</p>
            <WeekWords words={shown.words} />
            {view.isReadOnly ? (
              <p>This loop has gone to print, so you can only read it.</p>
            ) : (
              <PostForm action={list} className="stack">
                <input type="hidden" name="loop" value={loopId} />
                <input type="hidden" name="week" value={week} />
                <input type="hidden" name="version" value={shown.version} />
                <p>We keep what week {week} says now as a version too. Photos stay as they are.</p>
                <Button variant="theme">Use this version</Button>
                <p>
                  <a className="stand-alone-link" href={`${list}&version=${shown.version}&empty`}>
                    Delete this version
                  </a>
                </p>
              </PostForm>
            )}
          </>
        ) : (
          <>
            <div>
              <BackLink href={view.isDraft ? `${weekAddress(loopId, week)}#week` : entryAddress(loopId, week)}>
                Back to week {week}
              </BackLink>
              <h1>Earlier versions of week {week}</h1>
            </div>
            {versions.length === 0 && <p className="lead">There are no earlier versions of this week.</p>}
            <ol className="version-list">
              {view.now && (
                <li>
                  <span>
                    <b>Now</b>, since {formatMoment(new Date(view.now.writtenAt))}
                  </span>
                  <span className="serif">{view.now.firstWords}</span>
                </li>
              )}
              {versions.map((saved) => (
                <li key={saved.version}>
                  <a href={`${list}&version=${saved.version}`}>
                    {formatMoment(new Date(saved.writtenAt))}
                    <span className="visually-hidden">, version {saved.version}</span>
                  </a>
                  <span className="serif">{saved.firstWords}</span>
                </li>
              ))}
            </ol>
            {!view.isReadOnly && (
              <p>
                <a className="stand-alone-link" href={`${list}&empty`}>
                  Empty week {week}
                </a>
              </p>
            )}
          </>
        )}
      </div>
    </Frame>
  );
}

interface EmptyingFormProps {
  readonly loopId: string;
  readonly week: number;
  /** The version to delete; null for the whole week. */
  readonly version: number | null;
}

/** Says what would be deleted, and deletes it at one press. */
function EmptyingForm({ loopId, week, version }: EmptyingFormProps) {
  const list = versionsAddress(loopId, week);
  return (
    <PostForm action={list} className="stack">
      <input type="hidden" name="loop" value={loopId} />
      <input type="hidden" name="week" value={week} />
      {version !== null && <input type="hidden" name="version" value={version} />}
      <p>{version === null ? EMPTYING.week : EMPTYING.version}</p>
      <div className="row">
        <Button variant="danger" name="intent" value={version === null ? "empty-week" : "delete-version"}>
          {version === null ? `Empty week ${week}` : "Delete this version"}
        </Button>
        <a href={version === null ? list : `${list}&version=${version}`}>Keep it</a>
      </div>
    </PostForm>
  );
}
