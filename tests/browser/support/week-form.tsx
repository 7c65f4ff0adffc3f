import { LARGEST_PHOTO_BYTES, LARGEST_PHOTO_PIXELS, PHOTO_MESSAGES } from "~/domain/diary/rules/photo-rules";
import { WeekDock } from "~/screens/loop/week-dock";
import { PageScript } from "~/ui/page-script";
import { WordCount } from "~/ui/word-count";

/** A week's form with what its script looks for; the page itself is tested by request and by the journeys. */
export function WeekForm({ room = 3, isDirect = false }: { readonly room?: number; readonly isDirect?: boolean }) {
  return (
    <>
      <form method="post" action="/dashboard?week=1" encType="multipart/form-data" data-week-form="/dashboard/draft">
        <input type="hidden" name="csrf" value="a-token" />
        <input type="hidden" name="loop" value="the-loop" />
        <input type="hidden" name="week" value="1" />
        <input type="hidden" name="revision" value="r1" />
        <label htmlFor="content">Answer</label>
        <textarea id="content" name="content" />
        <WordCount id="count" field="content" count={null} limit={5} characters={0} mostCharacters={60} />
        <div
          className="photo-previews"
          data-previews="/dashboard/photo"
          data-direct={isDirect ? "/dashboard/photo-place" : undefined}
          data-room={room}
          data-most={LARGEST_PHOTO_BYTES}
          data-most-pixels={LARGEST_PHOTO_PIXELS}
          data-too-many={PHOTO_MESSAGES.too_many}
          data-not-a-photo={PHOTO_MESSAGES.not_a_photo}
          data-other-kind={PHOTO_MESSAGES.other_kind}
          data-failed={PHOTO_MESSAGES.failed}
          hidden
        />
        <label htmlFor="photos">Photos</label>
        <input type="file" id="photos" name="photos" multiple />
        <WeekDock week={1} saved="" />
      </form>
      <PageScript name="week" />
    </>
  );
}
