import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { WEEKS_IN_WORDS } from "~/domain/diary/rules/calendar";
import { readCompany } from "~/domain/mail/layout/seller.server";
import { Frame } from "~/screens/frame";
import { LinkButton } from "~/ui/button";
import { ClothBand } from "~/ui/cloth-band";
import { TextLink } from "~/ui/text-link";
import type { ScreenHandle } from "~/web/screen";
import { aboutContact, aboutCopy, type NamedThought } from "./about-copy";
import { linkEmail } from "./written-page";

export const handle: ScreenHandle = {
  title: aboutCopy.title,
  description: `We make books out of ordinary weeks: a stitch a week, ${WEEKS_IN_WORDS} to a book.`,
  cached: {},
};

/** Public. */
export function loader() {
  const company = readCompany();
  return data({ company });
}

export default function About() {
  const { company } = useLoaderData<typeof loader>();
  const contact = linkEmail(aboutContact(company), company.email);
  const { title, lead, story, mission, values, callsToAction } = aboutCopy;
  return (
    <Frame variant="shop" theme="family">
      <ClothBand className="begin-band">
        <div className="begin-words">
          <h1 className="about-title">{title}</h1>
          <p className="display serif">
            <em>{lead}</em>
          </p>
        </div>
        <img className="begin-picture" src="/art/family/0000007ffffff.svg?start=sewn" alt="" width="720" height="720" />
      </ClothBand>
      <div className="container section about">
        <section className="about-story" aria-labelledby="story">
          <h2 id="story">{story.heading}</h2>
          <div className="stack prose">
            {story.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </section>
        <hr />
        <Thoughts id="mission" heading={mission.heading} parts={mission.parts} />
        <hr />
        <Thoughts id="values" heading={values.heading} parts={values.parts} />
        <hr />
        <section className="about-story" aria-labelledby="contact">
          <h2 id={contact.id}>{contact.heading}</h2>
          <div className="stack prose">
            {contact.paragraphs.map((paragraph, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: fixed text, never reordered
              <p key={index}>{paragraph}</p>
            ))}
            <p className="row about-on">
              <LinkButton href={callsToAction.beginLoop.href}>{callsToAction.beginLoop.label}</LinkButton>
              <TextLink href={callsToAction.giftPurchase.href} arrow>
                {callsToAction.giftPurchase.label}
              </TextLink>
              <TextLink href={callsToAction.loopThemeSelection.href} arrow>
                {callsToAction.loopThemeSelection.label}
              </TextLink>
            </p>
          </div>
        </section>
      </div>
    </Frame>
  );
}

interface ThoughtsProps {
  readonly id: string;
  readonly heading: string;
  readonly parts: readonly NamedThought[];
}

function Thoughts({ id, heading, parts }: ThoughtsProps) {
  return (
    <section className="about-story" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <dl className="about-thoughts">
        {parts.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
