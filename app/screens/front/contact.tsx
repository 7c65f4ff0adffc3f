import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { COUNTED_TO, enquiryMailto, messageLength } from "~/domain/backoffice/enquiries/enquiry";
import type { EnquiryForm } from "~/domain/backoffice/enquiries/forms";
import { FlashAt } from "~/screens/frame";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { fieldOf, problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { TextArea, TextField } from "~/ui/field";
import { EmailField } from "~/ui/known-fields";
import { PageScript } from "~/ui/page-script";
import { PostForm } from "~/ui/post-form";
import { HOME } from "./home-copy";

interface ContactResult {
  readonly actionData?: { readonly reply: SubmissionResult };
}

/**
 * An enquiry to the company: sent from this form, or from the visitor's own email client. The result is shown above
 * its fields, because the form is far down on its page.
 */
export function Contact({ companyEmail, actionData }: ContactResult & { readonly companyEmail: string }) {
  const [form, fields] = useForm<EnquiryForm>({ id: "contact-form", lastResult: actionData?.reply });
  const typed = {
    name: fieldOf(fields.name).defaultValue,
    email: fieldOf(fields.email).defaultValue,
    message: fieldOf(fields.message).defaultValue,
  };
  return (
    <section className="section" id="contact" aria-labelledby="contact-heading">
      <div className="container contact">
        <div className="stack stack-large">
          <h2 id="contact-heading">{HOME.contact.line}</h2>
          <p className="lead prose">{HOME.contact.lead}</p>
          <p className="muted prose">
            Or <a href={enquiryMailto(companyEmail, typed)}>use your own email app</a>, with the message filled in, and
            keep a copy.
          </p>
          <img
            className="contact-picture"
            src="/artwork/m-anniversary.svg"
            alt=""
            width="240"
            height="240"
            loading="lazy"
          />
        </div>
        <PostForm {...getFormProps(form)} action="/#contact-form" className="contact-form">
          <ErrorSummary problems={problemsOf(form)}>
            <p>We’ve kept everything you typed.</p>
          </ErrorSummary>
          <FlashAt place="contact" />
          <TextField {...fieldOf(fields.name)} label="Your name" autoComplete="name" />
          <EmailField of={fields.email} />
          <TextArea
            {...fieldOf(fields.message)}
            label="Your message"
            hint={`Between 10 and ${COUNTED_TO} characters.`}
            describedBy="message-count"
            rows={5}
          >
            <MessageCount field={fields.message.id} count={messageLength(typed.message ?? "")} />
          </TextArea>
          <Button data-busy="Sending…">Send message</Button>
        </PostForm>
        <PageScript name="contact" />
      </div>
    </section>
  );
}

/** "38/500" as the server counted; a script continues the count. */
function MessageCount({ field, count }: { readonly field: string; readonly count: number }) {
  const over = count - COUNTED_TO;
  return (
    <p
      id="message-count"
      className={classes("word-count", over > 0 && "word-count-over")}
      data-counts={field}
      data-limit={COUNTED_TO}
    >
      <span data-count>{count}</span>/{COUNTED_TO}
      <span className="visually-hidden"> characters</span>
      <span role="status" data-over>
        {over > 0 && `, ${over} too many`}
      </span>
    </p>
  );
}
