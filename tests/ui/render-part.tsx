import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server";
import { FormTokenProvider } from "~/ui/form-token";

/** The HTML a server would send for a component, inside a router (forms need one) and with the visitor's token. */
export async function renderPart(part: ReactElement, path = "/"): Promise<string> {
  const request = new Request(`http://localhost${path}`);
  const routes = [
    {
      path: new URL(request.url).pathname,
      element: <FormTokenProvider token="token-of-this-visitor">{part}</FormTokenProvider>,
    },
  ];
  const handler = createStaticHandler(routes);
  const context = await handler.query(request);
  if (context instanceof Response) throw new Error("A part does not redirect.");
  const router = createStaticRouter(handler.dataRoutes, context);
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}
