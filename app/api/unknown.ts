import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";

const FOR_PROGRAMS =
  /^\/(?:api|hyperloop|art|artwork|fonts|photos|books|webhooks|build|assets)(?:\/|$)|\.[a-z0-9]{1,8}$/i;

/** Public. A page nobody built leads home; an address for programs and files is simply not there. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  const wantsPage = (request.headers.get("accept") ?? "").includes("text/html");
  if (FOR_PROGRAMS.test(pathname) || !wantsPage) return notThere();
  return redirect("/");
}

/** Public. Nothing can be sent to where nothing is. */
export function action(_: ActionFunctionArgs) {
  return notThere();
}

function notThere() {
  const error = "Resource not found. The requested item may have been moved or deleted.";
  return Response.json({ error }, { status: 404, headers: { "Cache-Control": "no-store" } });
}
