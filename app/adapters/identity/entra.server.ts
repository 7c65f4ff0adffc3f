import * as openid from "openid-client";
import { logLine } from "../log/log.server";
import {
  createExternalClient,
  type ExternalClient,
  LONGEST_WAIT_MS,
  NoResponseError,
} from "../waiting/outside-calls.server";
import type { Attempt, Begun, DirectoryPerson, Finished, Identity } from "./contract";

export interface EntraOptions {
  issuer: string;
  tenantId: string;
  clientId: string;
  clientSecret: string;
  /** How long somebody waits for it. */
  longestMs?: number;
}

/**
 * Microsoft Entra ID, or any OpenID Connect directory with the same claims for tenant and person (`tid`, `oid`). Code
 * flow with PKCE, state and nonce; the token's signature is verified with the issuer's own keys. Only a directory on
 * this machine may be used without https.
 */
export function createEntraIdentity(options: EntraOptions): Identity {
  const { longestMs = LONGEST_WAIT_MS } = options;
  const externalClient = createExternalClient({ longestMs, unawaitedMs: longestMs });
  let known: Promise<openid.Configuration> | undefined;
  const directory = () => {
    known ??= discover(options, (url, request) => fetchInTime(externalClient, url, request)).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  return {
    begin: (returnTo) => begin(directory, returnTo),
    finish: (response, attempt) => finish(directory, options, response, attempt),
  };
}

type Directory = () => Promise<openid.Configuration>;

/** Statuses of responses that have no body. */
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304]);

/** Signing in takes up to three calls; those that fail wait no longer together than one request may. */
function fetchInTime(
  externalClient: ExternalClient,
  ...[url, request]: Parameters<openid.CustomFetch>
): Promise<Response> {
  return externalClient.call("fetch", async (signal) => {
    const body = request.body as RequestInit["body"];
    const response = await fetch(url, { ...request, body, signal });
    // Read here, because a body may stall as well.
    const whole = await response.arrayBuffer();
    const { status, statusText, headers } = response;
    return new Response(EMPTY.has(status) ? null : whole, { status, statusText, headers });
  });
}

function discover(
  { issuer, clientId, clientSecret }: EntraOptions,
  customFetch: openid.CustomFetch,
): Promise<openid.Configuration> {
  const address = new URL(issuer);
  const isHere = address.protocol === "http:" && isLoopback(address.hostname);
  const execute = [openid.enableNonRepudiationChecks];
  if (isHere) execute.push(openid.allowInsecureRequests);
  return openid.discovery(address, clientId, clientSecret, undefined, {
    execute,
    [openid.customFetch]: customFetch,
  });
}

const isLoopback = (host: string) => host === "localhost" || host === "127.0.0.1" || host === "[::1]";

async function begin(directory: Directory, returnTo: string): Promise<Begun> {
  try {
    const verifier = openid.randomPKCECodeVerifier();
    const attempt: Attempt = { state: openid.randomState(), nonce: openid.randomNonce(), verifier };
    const url = openid.buildAuthorizationUrl(await directory(), {
      redirect_uri: returnTo,
      scope: "openid profile email",
      response_mode: "query",
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    return { ok: true, url: url.href, attempt };
  } catch (error) {
    note(error);
    return { ok: false, reason: "unreachable" };
  }
}

async function finish(directory: Directory, options: EntraOptions, response: URL, attempt: Attempt): Promise<Finished> {
  try {
    const tokens = await openid.authorizationCodeGrant(await directory(), response, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.verifier,
      idTokenExpected: true,
    });
    return personOf(tokens.claims(), options.tenantId);
  } catch (error) {
    note(error);
    return { ok: false, reason: reasonOf(error) };
  }
}

function personOf(claims: openid.IDToken | undefined, ourTenant: string): Finished {
  const tid = claims?.tid;
  const oid = claims?.oid;
  if (typeof tid !== "string" || tid.toLowerCase() !== ourTenant.toLowerCase())
    return { ok: false, reason: "wrong_tenant" };
  if (typeof oid !== "string" || oid === "" || oid.length > 100) return { ok: false, reason: "refused" };
  return { ok: true, person: { tenantId: ourTenant.toLowerCase(), objectId: oid, email: addressOf(claims) } };
}

/**
 * An email address counts only if the directory has confirmed it (`email_verified`, or Entra's `xms_edov`); otherwise
 * the user name there, which people cannot choose themselves. A bare `email` claim can contain anything.
 */
function addressOf(claims: openid.IDToken | undefined): DirectoryPerson["email"] {
  const confirmations = [claims?.email_verified, claims?.xms_edov];
  const isConfirmed = confirmations.some((one) => one === true || one === 1 || one === "1");
  const address = isConfirmed ? claims?.email : claims?.preferred_username;
  return typeof address === "string" && address.length <= 254 && address.includes("@") ? address : null;
}

const UNAVAILABLE = new Set(["server_error", "temporarily_unavailable"]);
const CANCELLED_BY_PERSON = new Set(["access_denied", "login_required", "consent_required", "interaction_required"]);

/** Errors of the token endpoint that are about ourselves (RFC 6749, 5.2). */
const ABOUT_OUR_SECRET = new Set(["invalid_client", "unauthorized_client"]);

function reasonOf(error: unknown): "cancelled" | "refused" | "unreachable" | "misconfigured" {
  if (error instanceof openid.WWWAuthenticateChallengeError) return "misconfigured";
  if (error instanceof openid.ResponseBodyError && ABOUT_OUR_SECRET.has(error.error)) return "misconfigured";
  if (error instanceof openid.AuthorizationResponseError) {
    if (CANCELLED_BY_PERSON.has(error.error)) return "cancelled";
    return UNAVAILABLE.has(error.error) ? "unreachable" : "refused";
  }
  if (error instanceof openid.ResponseBodyError) return isFaulty(error.status) ? "unreachable" : "refused";
  if (error instanceof openid.ClientError) return isUnreachable(error) ? "unreachable" : "refused";
  return isUnreadable(error) ? "refused" : "unreachable";
}

/** No response in time, one that only a broken or busy server gives, or a page of something in between. */
function isUnreachable(error: openid.ClientError): boolean {
  const { cause } = error;
  const isPage = error.code === "OAUTH_RESPONSE_IS_NOT_JSON";
  return cause instanceof NoResponseError || isPage || (cause instanceof Response && isFaulty(cause.status));
}

const TOO_MANY_REQUESTS = 429;
const isFaulty = (status: number) => status >= 500 || status === TOO_MANY_REQUESTS;

/** An invalid token, such as one that is cut off; without a response there is a TypeError too. */
const isUnreadable = (error: unknown) =>
  error instanceof TypeError && (error as { code?: unknown }).code === "ERR_INVALID_ARG_VALUE";

/** Logs the failure without any content of a token, a code or an address. */
function note(error: unknown): void {
  const code = error instanceof Error ? ((error as { code?: unknown }).code ?? error.name) : "unknown";
  logLine("warn", "entra-sign-in-failed", { code: String(code) });
}
