import type { Permission } from "~/domain/people/staff/permissions";
import type { Fillings } from "../../support/html-form";

/** One line of tests/hyperloop/support/permissions.ts: what is requested, the permission it needs, and its response. */
export interface PermissionLine {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** As in remix.config.ts. */
  address: string;
  permission: Permission;
  /** The button's value if it has one, or else the form's `intent`. */
  intent: string;
  /** The address to request, with the names of fixtures. */
  at: string;
  /** The page that has the button; null if no page of the staff's has it and it sends no body. */
  page: string | null;
  /** What is typed into the button's form, by label or name. */
  fields: Fillings;
  /** The body of a call. */
  json: object | undefined;
  isCall: boolean;
  /** The response to somebody with the permission. */
  status: number;
  /** Where a button that changes nothing yet redirects to, with names of fixtures; any other writes an audit event. */
  leadsTo: string | undefined;
  /** A button that shows something and writes nothing, so it leaves no audit event. */
  onlyShows: boolean;
  /** What the person has begun beforehand. */
  before: ((staffId: string, fixtures: Fixtures) => void) | undefined;
}

/** The value of each name in an address. */
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

/** The address of a button on another page: a GET redirects to that page. */
export function leadAway(address: string, permission: Permission): PermissionLine {
  return line("GET", address, permission, { status: 302 });
}

/** A button. */
export function post(address: string, permission: Permission, more: More = {}): PermissionLine {
  return line("POST", address, permission, { status: 303, ...more });
}

/** An API call. */
export function call(method: PermissionLine["method"], address: string, permission: Permission, more: More = {}) {
  return line(method, address, permission, { isCall: true, ...more });
}

/** The name of a line in test reports: "POST /hyperloop/orders/refunds/:request (approve)". */
export function nameOf({ method, address, intent }: Pick<PermissionLine, "method" | "address" | "intent">): string {
  return `${method} ${address}${intent === "" ? "" : ` (${intent})`}`;
}
