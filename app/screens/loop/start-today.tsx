import { useForm } from "@conform-to/react";
import { formatBookDay } from "~/domain/diary/loops/book-days";
import type { Start } from "~/domain/diary/loops/forms";
import { WISH_FIELD } from "~/domain/diary/loops/starting";
import { Button } from "~/ui/button";
import { checkboxOf } from "~/ui/conform-field";
import { PostForm } from "~/ui/post-form";
import { StartTick } from "~/ui/start-tick";
import type { FormResult } from "~/web/responses.server";

interface StartTodayProps {
  readonly loopId: string;
  /** The first day without the wish, and the book's day with it. Null where the year has started, or need not wait. */
  readonly wish: { readonly laterStart: string; readonly bookDay: string } | null;
  readonly reply?: FormResult["reply"] | undefined;
}

/** For a year that waits for the days to cancel: its owner can ask us not to wait. */
export function StartToday({ loopId, wish, reply }: StartTodayProps) {
  const [, fields] = useForm<Start>({ id: "start", lastResult: reply });
  if (!wish) return null;
  return (
    <PostForm className="form-stack" action={`/loop-settings/${loopId}`}>
      <p>Can’t wait? Start today and your book arrives {formatBookDay(wish.bookDay)}.</p>
      <StartTick {...checkboxOf(fields[WISH_FIELD])} laterStart={wish.laterStart} isNeeded />
      <Button variant="line" size="small" name="intent" value="start">
        Start my year today
      </Button>
    </PostForm>
  );
}
