import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { readCompany } from "~/domain/mail/layout/seller.server";
import { Frame } from "~/screens/frame";
import { LinkButton } from "~/ui/button";
import { ClothBand } from "~/ui/cloth-band";
import { TextLink } from "~/ui/text-link";
import type { ScreenHandle } from "~/web/screen";
import { aboutCopy } from "./about-copy";
import { linkEmail } from "./written-page";

export const handle: ScreenHandle = {
  ...aboutCopy.head,
  cached: {},
};

/** Public. */
export function loader() {
  const company = readCompany();
  return data({ company });
}

export default function About() {
  const { company } = useLoaderData<typeof loader>();
  const { title, lead, passages } = aboutCopy(company);
  return (
    <Frame variant="shop" theme="family">
      <ClothBand className="begin-band">
        <div className="begin-words">
          <h1 className="about-title">{title}</h1>
          <p className="display serif">
            <em>{lead}</em>
          </p>
        </div>
        <img
          className="begin-picture on-cloth"
          src="/art/family/0000007ffffff.svg?start=sewn"
          alt=""
          width="720"
          height="720"
        />
      </ClothBand>
      <div className="container section about">
        {passages.map((passage, index) => (
          <Fragment key={passage.id}>
            {index > 0 && <hr />}
            <section className="about-story" aria-labelledby={passage.id}>
              <h2 id={passage.id}>{passage.heading}</h2>
              {passage.parts ? (
                <dl className="about-thoughts">
                  {passage.parts.map(({ name, words }) => (
                    <div key={name}>
                      <dt>{name}</dt>
                      <dd>{words}</dd>
                    </div>
                  ))}
                </dl>
              ) : (
                <div className="stack prose">
                  {linkEmail(passage, company.email).paragraphs.map((paragraph, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: fixed text, never reordered
                    <p key={at}>{paragraph}</p>
                  ))}
                  {index === passages.length - 1 && <Onward />}
                </div>
              )}
            </section>
          </Fragment>
        ))}
      </div>
    </Frame>
  );
}

/** Labelled like the screens they lead to. */
function Onward() {
  return (
    <p className="row about-on">
      <LinkButton href="/loop-theme">Begin your loop</LinkButton>
      <TextLink href="/gift" arrow>
        Gift a loop
      </TextLink>
      <TextLink href="/loop-theme" arrow>
        Choose a theme
      </TextLink>
    </p>
  );
}
