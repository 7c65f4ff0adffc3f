import type { Point } from "~/domain/diary/photos/point-of-interest";
import {
  LARGEST_PHOTO_BYTES,
  LARGEST_PHOTO_MEGABYTES,
  LARGEST_PHOTO_PIXELS,
  PHOTO_FILES,
  PHOTO_MESSAGES,
  PHOTOS_A_WEEK,
} from "~/domain/diary/rules/photo-rules";
import { formatBytes, numberInWords } from "~/domain/kernel/text/numbers";
import { TextField } from "~/ui/field";
import { ErrorMessage } from "~/ui/field-frame";
import { FileField, PhotoPrint } from "~/ui/file-field";
import { POINT_SHEET } from "~/ui/style-sheets";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { placesToTouch } from "./photo-point";
import type { WritingData } from "./year.server";

interface WeekPhotosProps {
  readonly writing: WritingData;
  /** The typed captions by photo id; a photo without one shows its saved caption. */
  readonly captions: Readonly<Record<string, string>>;
  readonly errorOf: (field: string) => string | undefined;
}

/** The photo page: each photo with its buttons and caption, and space for another one. */
export function WeekPhotos({ writing, captions, errorOf }: WeekPhotosProps) {
  const { photos, week } = writing;
  const room = PHOTOS_A_WEEK - photos.length;
  return (
    <>
      {photos.map((photo, index) => (
        <div className="week-photo-kept" key={photo.id}>
          <PhotoPrint
            src={`/photos/${photo.id}/screen`}
            alt={photo.caption || `Photo ${index + 1} of week ${week}`}
            name={photo.fileName}
            size={photo.sentBytes === null ? undefined : formatBytes(photo.sentBytes)}
            pixels={photo}
            actions={<PhotoButton does="remove" words="Remove" photo={photo} />}
          />
          {photo.isSetAside ? (
            <p className="book-remark">
              <b>It’s saved, but not ready for your book.</b> Preparing it failed, and one of us will look at it. You
              needn’t wait: you can remove it and choose another.
            </p>
          ) : (
            photo.isWaiting && (
              <p className="hint" role="status" data-waiting={`/photos/${photo.id}/screen`}>
                It’s saved. We’re preparing it for your book.
              </p>
            )
          )}
          <BookRemarks about={writing.remarks.photos[photo.id]} />
          <div className="row photo-buttons">
            <PhotoButton does="turn-left" words="Turn left" photo={photo} />
            <PhotoButton does="turn-right" words="Turn right" photo={photo} />
            {index > 0 && <PhotoButton does="forward" words="Move forward" photo={photo} />}
          </div>
          <PhotoPoint photo={photo} />
          <TextField
            label={
              <>
                Caption<VisuallyHidden> of {photo.fileName}</VisuallyHidden>
              </>
            }
            name={`caption:${photo.id}`}
            id={`caption-${photo.id}`}
            optional
            defaultValue={captions[photo.id] ?? photo.caption}
            error={errorOf(`caption-${photo.id}`)}
            autoComplete="off"
          />
        </div>
      ))}
      {writing.failedPhotos.map((photo) => (
        <div className="week-photo-kept" key={photo.id}>
          <ErrorMessage id={`failed-${photo.id}`}>
            {photo.fileName}: {PHOTO_MESSAGES[photo.refusal]}
          </ErrorMessage>
          <PhotoButton does="leave-out" words="Leave it out" photo={photo} />
        </div>
      ))}
      {writing.removedPhotos.map((photo) => (
        <p className="muted" key={photo.id}>
          <b>{photo.fileName}</b>: {photo.until} <PhotoButton does="restore" words="Put it back" photo={photo} />
        </p>
      ))}
      {room > 0 && (
        <div
          className="photo-previews"
          data-previews="/dashboard/photo"
          data-direct={writing.takesDirectUploads ? "/dashboard/photo-place" : undefined}
          data-room={room}
          data-most={LARGEST_PHOTO_BYTES}
          data-most-pixels={LARGEST_PHOTO_PIXELS}
          data-too-large={PHOTO_MESSAGES.too_large}
          data-too-many-pixels={PHOTO_MESSAGES.too_many_pixels}
          data-too-many={PHOTO_MESSAGES.too_many}
          data-not-a-photo={PHOTO_MESSAGES.not_a_photo}
          data-other-kind={PHOTO_MESSAGES.other_kind}
          data-failed={PHOTO_MESSAGES.failed}
          hidden
        />
      )}
      {room > 0 && (
        <FileField
          label={photos.length === 0 ? "This week’s photo" : "Another photo"}
          name="photos"
          multiple
          optional={photos.length > 0}
          accept={PHOTO_FILES}
          error={errorOf("photos")}
          limits={`Add up to ${numberInWords(room)} ${room === PHOTOS_A_WEEK ? "photos" : "more"}, ${LARGEST_PHOTO_MEGABYTES} MB each.`}
        />
      )}
    </>
  );
}

/** Print warnings, beside the part they are about. */
export function BookRemarks({ about = [] }: { readonly about?: readonly string[] }) {
  return about.map((sentence) => (
    <p className="book-remark" key={sentence}>
      <b>In the book:</b> {sentence}
    </p>
  ));
}

interface PhotoButtonProps {
  readonly does: string;
  readonly words: string;
  readonly photo: { readonly id: string; readonly fileName: string };
}

function PhotoButton({ does, words, photo }: PhotoButtonProps) {
  return (
    <button type="submit" className="link-button" name="intent" value={`${does}:${photo.id}`}>
      {words}
      <span className="visually-hidden"> {photo.fileName}</span>
    </button>
  );
}

interface PhotoPointProps {
  readonly photo: { readonly id: string; readonly fileName: string; readonly point: Point | null };
}

/** The photo to touch where it matters; closed, because a week is mostly right as guessed. */
function PhotoPoint({ photo }: PhotoPointProps) {
  return (
    <details className="more-fields">
      <link rel="stylesheet" href={POINT_SHEET} />
      <summary>
        What must be seen<VisuallyHidden> of {photo.fileName}</VisuallyHidden>
      </summary>
      <p className="hint">Touch the face, or whatever matters most. The book keeps it clear of edges and the fold.</p>
      <div className="photo-point-touch">
        <img src={`/photos/${photo.id}/screen`} alt="" loading="lazy" />
        <div>
          {placesToTouch(photo.id, photo.point).map(({ name, intent, isChosen }) => (
            <button key={intent} type="submit" name="intent" value={intent} aria-current={isChosen || undefined}>
              <VisuallyHidden>{name}</VisuallyHidden>
            </button>
          ))}
        </div>
      </div>
    </details>
  );
}
