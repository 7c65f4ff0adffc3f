import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { codeInLetter, openLocalMailbox } from "~/domain/email/mailbox.server";
import { Frame } from "~/screens/frame";
import { Facts } from "~/ui/description-list";
import { TextField } from "~/ui/field";
import { formatMoment } from "~/ui/format";
import { Table } from "~/ui/table";
import { BackLink } from "~/ui/text-link";
import { PRIVATE } from "~/web/answers.server";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle<{ letter: { subject: string } | null }> = {
  title: ({ letter }) => letter?.subject ?? "Mailbox",
  noindex: true,
};

/** Public, on a machine where the product is tried out; anywhere else there is no such page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const mailbox = openLocalMailbox();
  if (!mailbox) throw new Response(null, { status: 404 });
  const url = new URL(request.url);
  const name = url.searchParams.get("letter");
  if (name === null) {
    const letters = (await mailbox.newest()).map((letter) => ({
      name: letter.name,
      to: letter.to,
      subject: letter.subject,
      moment: formatMoment(letter.at),
    }));
    return data({ letter: null, letters }, { headers: PRIVATE });
  }
  const found = await mailbox.read(name);
  if (!found) throw new Response(null, { status: 404 });
  const letter = {
    to: found.to,
    subject: found.subject,
    moment: formatMoment(found.at),
    code: codeInLetter(found.text),
    paragraphs: found.text.split(/\n{2,}/).map((paragraph) => paragraph.split("\n")),
  };
  return data({ letter, letters: [] }, { headers: PRIVATE });
}

type Letter = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["letter"]>;

export default function Mailbox() {
  const { letter, letters } = useLoaderData<typeof loader>();
  return (
    <Frame variant="signed-in" width="container">
      {letter ? (
        <OneLetter letter={letter} />
      ) : (
        <div className="stack stack-large">
          <h1>Mailbox</h1>
          <p className="lead prose">
            Letters stay on this machine: the newest 50 are here. A letter arrives a few seconds after it was
            written.
          </p>
          <Table
            caption="Letters, newest first"
            columns={[
              { key: "subject", label: "Subject" },
              { key: "to", label: "To" },
              { key: "moment", label: "Written" },
            ]}
            rows={letters.map(({ name, to, subject, moment }) => ({
              key: name,
              cells: {
                subject: <a href={`/mailbox?letter=${encodeURIComponent(name)}`}>{subject}</a>,
                to,
                moment,
              },
            }))}
            empty={<p>Nothing has arrived yet.</p>}
          />
        </div>
      )}
    </Frame>
  );
}

/** One letter as plain words, with its code where it can be copied in one go. */
function OneLetter({ letter }: { readonly letter: Letter }) {
  return (
    <article className="stack stack-large">
      <BackLink href="/mailbox">Mailbox</BackLink>
      <h1 className="as-h2">{letter.subject}</h1>
      <Facts
        facts={[
          { name: "To", value: letter.to },
          { name: "Written", value: letter.moment },
        ]}
      />
      {letter.code && (
        <TextField
          label="The code in this letter"
          name="code"
          width="s"
          readOnly
          defaultValue={letter.code}
        />
      )}
      <div className="stack prose">
        {letter.paragraphs.map((lines, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a letter that was sent never changes
          <p key={place}>
            {lines.map((line, number) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a letter that was sent never changes
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

/** A line whose address at its end can be followed, as letters write them: "Choose a day: https://…". */
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
