import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findLoopType, findTheme } from "~/domain/catalogue/catalogue";
import { Frame } from "~/screens/frame";
import { LinkButton } from "~/ui/button";
import { Swatch } from "~/ui/swatch";
import { BackLink } from "~/ui/text-link";
import { notFound } from "~/web/answers.server";
import { param } from "~/web/params";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle<{ type: { name: string } }> = {
  title: ({ type }) => `${type.name}: week 1`,
  // The type's own page has it too.
  noindex: true,
};

/** Public. */
export function loader({ params }: LoaderFunctionArgs) {
  const theme = findTheme(param(params, "theme"));
  const type = findLoopType(param(params, "theme"), param(params, "type"));
  if (!theme || !type || type.hidden || !type.active) notFound();
  return data({
    theme: { id: theme.id, name: theme.name },
    type: { name: type.displayName, image: type.image },
    example: type.example,
  });
}

export default function Example() {
  const { theme, type, example } = useLoaderData<typeof loader>();
  return (
    <Frame variant="shop" theme={theme.id}>
      <div className="container example">
        <BackLink href="/loop-type">All {theme.name} loops</BackLink>
        <h1>
          {type.name}: <em>week 1</em>
        </h1>
        {example ? (
          <article className="example-sheet">
            <Swatch src={type.image} name={type.name} theme={theme.id} />
            <div className="example-words">
              <h2 className="small muted">The highlight</h2>
              <p className="example-highlight serif">
                <em>“{example.highlight}”</em>
              </p>
              <h2 className="small muted">Grateful for</h2>
              <p>{example.gratitude}</p>
              <hr className="stitch" />
              <h2 className="example-prompt serif">
                <em>{example.prompt}</em>
              </h2>
              {example.reflection.split("\n\n").map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </article>
        ) : (
          <p className="lead">No example available.</p>
        )}
        <p>
          <LinkButton href="/loop-type" variant="theme">
            Back to the {theme.name} loops
          </LinkButton>
        </p>
      </div>
    </Frame>
  );
}
