import type { Permission } from "~/domain/staff/permissions";
import type { Fillings } from "../../support/html-form";

/** One line of tests/hyperloop/support/permissions.ts: what is asked, by which right, and how it works. */
export interface PermissionLine {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** As in remix.config.js. */
  address: string;
  permission: Permission;
  /** What the button sends where it has a value, or the form as its `intent`. */
  intent: string;
  /** The address that is asked, with the names of fixtures. */
  at: string;
  /** The page that has the button; null where it stands on no page of the staff's and sends nothing. */
  page: string | null;
  /** What is typed into the button's form, by label or name. */
  fields: Fillings;
  /** The body of a call. */
  json: object | undefined;
  isCall: boolean;
  /** How it answers whoever has the right. */
  status: number;
  /** Where a button leads that does nothing yet, with names of fixtures; any other leaves a row in the audit. */
  leadsTo: string | undefined;
  /** A button that shows something and writes nothing, so it leaves no row in the audit. */
  onlyShows: boolean;
  /** What whoever asks has begun beforehand. */
  before: ((staffId: string, fixtures: Fixtures) => void) | undefined;
}

/** What stands in an address for each of its names. */
export type Fixtures = Readonly<Record<string, string>>;

type More = Partial<Omit<PermissionLine, "method" | "address" | "permission" | "isCall">>;

function line(
  method: PermissionLine["method"],
  address: string,
  permission: Permission,
  more: Partial<PermissionLine>,
) {
  const at = more.at ?? address;
  return {
    method,
    address,
    permission,
    at,
    intent: "",
    page: at,
    fields: {},
    json: undefined,
    isCall: false,
    status: 200,
    leadsTo: undefined,
    onlyShows: false,
    before: undefined,
    ...more,
  } satisfies PermissionLine;
}

/** A page, or a file that is shown. */
export function get(address: string, permission: Permission, more: More = {}): PermissionLine {
  return line("GET", address, permission, more);
}

/** The address of a button on another page: whoever types it is led there. */
export function leadAway(address: string, permission: Permission): PermissionLine {
  return line("GET", address, permission, { status: 302 });
}

/** A button. */
export function post(address: string, permission: Permission, more: More = {}): PermissionLine {
  return line("POST", address, permission, { status: 303, ...more });
}

/** A call of programs. */
export function call(
  method: PermissionLine["method"],
  address: string,
  permission: Permission,
  more: More = {},
) {
  return line(method, address, permission, { isCall: true, ...more });
}

/** The line as it is spoken of: "POST /hyperloop/orders/refunds/:request (approve)". */
export function nameOf({
  method,
  address,
  intent,
}: Pick<PermissionLine, "method" | "address" | "intent">): string {
  return `${method} ${address}${intent === "" ? "" : ` (${intent})`}`;
}
