import type { LoaderFunctionArgs } from "@remix-run/node";
import { emailBody } from "~/domain/backoffice/staff/admin-emails.server";
import { param } from "~/web/params";
import { notFound } from "~/web/responses.server";
import { requireStaff } from "~/web/staff-auth.server";

/** An email's HTML as a separate page, whose policy forbids scripts, requests and links. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, "emails.read");
  const html = emailBody(param(params, "email"));
  if (html === undefined) notFound();
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "X-Robots-Tag": "noindex",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    },
  });
}
