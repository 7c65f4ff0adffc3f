import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { codeInEmail, openLocalMailbox } from "~/domain/mail/outbox/mailbox.server";
import { Frame } from "~/screens/frame";
import { DescriptionList } from "~/ui/description-list";
import { TextField } from "~/ui/field";
import { Table } from "~/ui/table";
import { BackLink } from "~/ui/text-link";
import { notFound, PRIVATE } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle<{ message: { subject: string } | null }> = {
  title: ({ message }) => message?.subject ?? "Mailbox",
  noindex: true,
};

/** Public on a development machine; elsewhere the page does not exist. */
export async function loader({ request }: LoaderFunctionArgs) {
  const mailbox = openLocalMailbox();
  if (!mailbox) notFound();
  const url = new URL(request.url);
  const name = url.searchParams.get("email");
  if (name === null) {
    const emails = (await mailbox.newest()).map((message) => ({
      name: message.name,
      to: message.to,
      subject: message.subject,
      moment: formatMoment(message.at),
    }));
    return data({ message: null, emails }, { headers: PRIVATE });
  }
  const found = await mailbox.read(name);
  if (!found) notFound();
  const message = {
    to: found.to,
    subject: found.subject,
    moment: formatMoment(found.at),
    code: codeInEmail(found.text),
    paragraphs: found.text.split(/\n{2,}/).map((paragraph) => paragraph.split("\n")),
  };
  return data({ message, emails: [] }, { headers: PRIVATE });
}

type Email = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["message"]>;

export default function Mailbox() {
  const { message, emails } = useLoaderData<typeof loader>();
  return (
    <Frame variant="signed-in" width="container">
      {message ? (
        <OneEmail message={message} />
      ) : (
        <div className="stack stack-large">
          <h1>Mailbox</h1>
          <p className="lead prose">
            Emails stay on this machine: the newest 50 are here. An email arrives a few seconds after it was written.
          </p>
          <Table
            caption="Emails, newest first"
            columns={[
              {
                label: "Subject",
                cell: ({ id, subject }) => <a href={`/mailbox?email=${encodeURIComponent(id)}`}>{subject}</a>,
              },
              { label: "To", cell: ({ to }) => to },
              { label: "Written", cell: ({ moment }) => moment },
            ]}
            rows={emails.map(({ name, ...email }) => ({ id: name, ...email }))}
            empty={<p>Nothing has arrived yet.</p>}
          />
        </div>
      )}
    </Frame>
  );
}

/** An email as plain text, with its code on a line that is easy to copy. */
function OneEmail({ message }: { readonly message: Email }) {
  return (
    <article className="stack stack-large">
      <BackLink href="/mailbox">Mailbox</BackLink>
      <h1 className="as-h2">{message.subject}</h1>
      <DescriptionList items={{ To: message.to, Written: message.moment }} />
      {message.code && (
        <TextField label="The code in this email" name="code" width="s" readOnly defaultValue={message.code} />
      )}
      <div className="stack prose">
        {message.paragraphs.map((lines, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sent email never changes
          <p key={place}>
            {lines.map((line, number) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a sent email never changes
              <span key={number}>
                {number > 0 && <br />}
                <Linked line={line} />
              </span>
            ))}
          </p>
        ))}
      </div>
    </article>
  );
}

/** A line with a link when an address ends it, as in our emails: "Choose a day: https://…". */
function Linked({ line }: { readonly line: string }) {
  const [, words, address] = /^(.*?)(https?:\/\/\S+)$/.exec(line) ?? [];
  if (!address) return <>{line}</>;
  return (
    <>
      {words}
      <a href={address}>{address}</a>
    </>
  );
}
