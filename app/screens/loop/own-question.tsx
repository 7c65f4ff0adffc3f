import { TextField } from "~/ui/field";

/** Below the answer: another question, or the writer's own, which any button of the form saves. */
export function OwnQuestion({ question, error }: { readonly question: string; readonly error?: string }) {
  return (
    <div className="stack own-question">
      <button type="submit" className="link-button" name="intent" value="another">
        Show me another question
      </button>
      <details className="more-fields" open={question !== "" || error !== undefined}>
        <summary>Write my own question</summary>
        <div className="stack">
          <TextField
            label="My own question"
            name="question"
            hint="It goes above your answer, here and in the book, once you save or keep a draft."
            defaultValue={question}
            error={error}
            autoComplete="off"
          />
        </div>
      </details>
    </div>
  );
}
