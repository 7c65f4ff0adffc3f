import type { ActionFunctionArgs } from "@remix-run/node";
import type { Permission } from "~/domain/people/staff/permissions";
import { type ApiClient, requireApiClient } from "~/web/api-clients.server";
import { currentTime } from "~/web/clock.server";
import { bodyOf } from "~/web/json-calls.server";
import { type Fields, readFields, validate, type Wanted } from "~/web/json-fields";
import { fail, succeed } from "~/web/json-responses";
import { param } from "~/web/params";
import type { FormInput, FormSchema } from "~/web/read-form";
import type { JsonMethod, RequestGuardHandle } from "~/web/request-guard-rules";
import { requireStaff, type StaffUser } from "~/web/staff-auth.server";

/**
 * A call of an API client, declared once: who may, what its address names, what it takes, and what runs. Each refusal
 * that comes before it runs is made here, in this order: 401 or 403, 404, 422.
 */

/** Anybody, the account of a token or session, or a member of the staff with this permission. */
type Who = "anybody" | "customer" | Permission;

interface CallRequest<By extends Who> {
  request: Request;
  now: Date;
  client: By extends "anybody" ? null : By extends "customer" ? ApiClient : StaffUser;
  /** A route parameter by its name in the route table. */
  param: (name: string) => string;
}

interface Received<By extends Who, Thing, Of extends Wanted, Form extends FormSchema> extends CallRequest<By> {
  found: Thing;
  /** The fields of the body as they were sent; undefined where one was left out. */
  sent: Fields<Of>;
  /** The same as the form accepts them. */
  input: FormInput<Form>;
}

interface Declared<By extends Who, Thing, Of extends Wanted, Form extends FormSchema> {
  readonly who: By;
  /** Beside `who`: what the request guard has to know of the address. */
  readonly guard?: Pick<RequestGuardHandle, "token" | "secretParams">;
  /** The client's own thing that the address names. Without one the response is 404. */
  readonly find?: (at: CallRequest<By>) => Thing | undefined;
  readonly takes?: Of;
  /** The form of the screen that does the same. */
  readonly schema?: Form;
  /** The fields of that form, where they are not sent under their own names. */
  readonly asForm?: (sent: Fields<Of>) => Readonly<Record<string, unknown>>;
  /** The call's name of a form field, where they differ. */
  readonly nameOf?: Readonly<Record<string, string>>;
  /** What is returned becomes a success, unless it is a response. */
  readonly run: (at: Received<By, Thing, Of, Form>) => object | Promise<object>;
}

/** A call as its address runs it. */
export interface Call {
  readonly guard: Declared<Who, unknown, Wanted, FormSchema>["guard"];
  readonly respond: (args: ActionFunctionArgs) => Promise<Response>;
}

/** Calls by method and address, as in the route table. */
export type Calls = Readonly<Record<`${JsonMethod} /${string}`, Call>>;

export function call<
  const By extends Who,
  const Of extends Wanted = Record<never, never>,
  Thing = undefined,
  Form extends FormSchema = FormSchema,
>(declared: Declared<By, Thing, Of, Form>): Call {
  const { who, guard, find, takes, schema, asForm, nameOf, run } = declared;
  return {
    guard,
    respond: async ({ request, params }) => {
      const client = (await clientOf(who, request)) as CallRequest<By>["client"];
      const at = { request, now: currentTime(), client, param: (name: string) => param(params, name) };
      const found = find?.(at);
      if (find && found === undefined) return fail(404);
      const sent = readFields(bodyOf(request), takes ?? {}) as Fields<Of>;
      const input = schema && validate(schema, asForm?.(sent) ?? sent, nameOf);
      const result = await run({ ...at, found: found as Thing, sent, input: input as FormInput<Form> });
      return result instanceof Response ? result : succeed(result);
    },
  };
}

async function clientOf(who: Who, request: Request): Promise<ApiClient | StaffUser | null> {
  if (who === "anybody") return null;
  return who === "customer" ? await requireApiClient(request) : await requireStaff(request, who, "programs");
}
