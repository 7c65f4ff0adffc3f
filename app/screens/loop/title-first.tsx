import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { useAnswer } from "~/web/answer-context";

interface TitleFirstProps {
  readonly view: { readonly loopId: string; readonly title: string | null; readonly example: string };
  readonly answer?: { readonly typed: string; readonly message: string };
}

/** A loop needs a title before anything else, because it is printed on the cover. */
export function TitleFirst({ view, answer }: TitleFirstProps) {
  const { nonce } = useAnswer();
  return (
    <div className="container section">
      <ErrorSummary problems={answer ? [{ message: answer.message, field: "title" }] : []} />
      <PostForm className="form-stack">
        <h1>
          What shall we put <em>on the cover?</em>
        </h1>
        <p className="lead">Give your loop a title. You can change it until you send it to print.</p>
        <input type="hidden" name="loop" value={view.loopId} />
        <TextField
          label="Title"
          name="title"
          hint={`For example: ${[...new Set([view.example, "Our Wedding Year", "Baby’s First Year"])].join(", ")}`}
          defaultValue={answer?.typed ?? view.title ?? ""}
          error={answer?.message}
          autoComplete="off"
        />
        <div className="row">
          <Button variant="theme" name="intent" value="title">
            Save title
          </Button>
          {view.title && (
            <a href={`/dashboard?loop=${view.loopId}`} data-cancels="">
              Cancel
            </a>
          )}
        </div>
      </PostForm>
      <script type="module" src="/scripts/title.js" nonce={nonce} />
    </div>
  );
}
