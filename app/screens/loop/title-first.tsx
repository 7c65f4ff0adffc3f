import { useForm } from "@conform-to/react";
import type { About, Title } from "~/domain/diary/loops/forms";
import { Book3d } from "~/ui/book-3d";
import { Button } from "~/ui/button";
import { fieldOf, problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { PageScript } from "~/ui/page-script";
import { PostForm } from "~/ui/post-form";
import type { ThemeName } from "~/ui/theme";
import type { FormResult } from "~/web/responses.server";
import { AboutFields } from "./about-fields";

export interface TitleActionResult extends FormResult {
  readonly kind: "title";
}

interface TitleFirstProps {
  readonly view: {
    readonly loopId: string;
    readonly title: string | null;
    readonly example: string;
    readonly theme?: ThemeName;
    /** What else is asked with the first title; null once there is one. */
    readonly about: About | null;
    readonly week: string;
  };
  readonly actionData?: TitleActionResult | undefined;
}

/** A loop is asked for its title first, because it is printed on the cover; week 1 does not wait for it. */
export function TitleFirst({ view, actionData }: TitleFirstProps) {
  const [form, fields] = useForm<Title>({
    id: "title",
    lastResult: actionData?.reply,
    defaultValue: { title: view.title ?? "", ...view.about },
  });
  return (
    <div className="container section">
      <ErrorSummary problems={problemsOf(form)} />
      <div className="two-columns">
        <PostForm className="form-stack">
          <h1>
            What shall we put <em>on the cover?</em>
          </h1>
          <p className="lead">
            Give your loop a title. You can change {view.about ? "all of this" : "it"} until you send it to print.
          </p>
          <input type="hidden" name="loop" value={view.loopId} />
          <TextField
            {...fieldOf(fields.title)}
            label="Title"
            hint={`For example: ${[...new Set([view.example, "Our Wedding Year", "Baby’s First Year"])].map((title) => `“${title}”`).join(", ")}`}
            autoComplete="off"
          />
          {view.about && (
            <details className="more-fields" open={Boolean(actionData) || view.about.recipientName !== ""}>
              <summary>Who it’s for, and a dedication</summary>
              <div className="form-stack">
                <AboutFields fields={fields} />
              </div>
            </details>
          )}
          <div className="row">
            <Button variant="theme" name="intent" value="title">
              Save title
            </Button>
            {view.title ? (
              <a href={`/dashboard?loop=${view.loopId}`} data-cancels="">
                Cancel
              </a>
            ) : (
              <a href={view.week}>Write week 1 first</a>
            )}
          </div>
        </PostForm>
        <Book3d theme={view.theme ?? "classic"} title={view.title ?? "Your year"} size="large" />
      </div>
      <PageScript name="title" />
    </div>
  );
}
