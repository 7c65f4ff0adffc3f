import { createHmac, createPublicKey, createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { CookieJar } from "./cookie-jar";

/**
 * A real OpenID provider in place of the organisation's directory, with Entra's claims of tenant and person. It asks
 * for no password: `person` is signed in, or the sign-in is cancelled if it is null.
 */

export const TENANT = "6babcaad-604b-40ac-a9d7-9fd97c0b779f";
export const CLIENT = { ENTRA_CLIENT_ID: "hyperloop", ENTRA_CLIENT_SECRET: "a-secret-of-the-directory" };

type Claims = Record<string, unknown>;

export interface Directory {
  issuer: string;
  /** Who signs in next; null cancels the sign-in. */
  person: Claims | null;
  /** Replaces the issued token; see the forgers below. */
  forge: ((token: Token) => string) | null;
  /** Refuses our own secret, as Entra does once it has expired. */
  refusesSecret: boolean;
  /** Its response to a code in place of a token; `silence` sends nothing. */
  tokenResponse: { status: number; type: string; body: string } | "silence" | null;
  /** Drops every connection from now on. */
  isDown: boolean;
  /** Signs in there, as a browser that follows this address. Gives the address it is redirected to. */
  signIn(address: string): Promise<URL>;
  close(): Promise<void>;
}

export interface Token {
  header: Claims;
  claims: Claims;
  /** Builds a token, signed with the directory's own key or as the header says. */
  sign(header: Claims, claims: Claims): string;
}

export async function startDirectory(origin: string): Promise<Directory> {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const server = createServer((request, response) => {
    if (directory.isDown) return void request.socket.destroy();
    if (directory.refusesSecret && request.url === "/token") {
      const body = {
        error: "invalid_client",
        error_description: "AADSTS7000222: The client secret has expired.",
      };
      response.writeHead(401, { "content-type": "application/json" }).end(JSON.stringify(body));
      return;
    }
    if (directory.tokenResponse && request.url === "/token") {
      if (directory.tokenResponse === "silence") return;
      const { status, type, body } = directory.tokenResponse;
      response.writeHead(status, { "content-type": type }).end(body);
      return;
    }
    const uid = /^\/interaction\/([^/?]+)/.exec(request.url ?? "")?.[1];
    if (!uid) return provider.callback()(request, response);
    const { person } = directory;
    const result = person ? { login: { accountId: String(person.oid) } } : { error: "access_denied" };
    void provider.interactionFinished(request, response, result);
  });
  await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const directory: Directory = {
    issuer,
    person: null,
    forge: null,
    isDown: false,
    refusesSecret: false,
    tokenResponse: null,
    signIn: (address) => signIn(address, origin),
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((closed) => server.close(() => closed()));
    },
  };
  const provider = new Provider(issuer, {
    ...configuration(origin, privateKey),
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...directory.person }),
    }),
    loadExistingGrant: async ({
      oidc,
    }: {
      oidc: { client?: { clientId: string }; session?: { accountId?: string } };
    }) => {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      });
      grant.addOIDCScope("openid profile email");
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string } | undefined;
    if (directory.forge && context.path === "/token" && body?.id_token)
      body.id_token = directory.forge(takeApart(body.id_token, privateKey));
  });
  return directory;
}

function configuration(origin: string, key: KeyObject) {
  return {
    clients: [
      {
        client_id: CLIENT.ENTRA_CLIENT_ID,
        client_secret: CLIENT.ENTRA_CLIENT_SECRET,
        redirect_uris: [`${origin}/hyperloop/entra/callback`],
      },
    ],
    claims: {
      openid: ["sub", "tid", "oid"],
      profile: ["preferred_username"],
      email: ["email", "email_verified"],
    },
    conformIdTokenClaims: false,
    cookies: { keys: ["a key of the directory"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    jwks: { keys: [{ ...key.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "one" }] },
    pkce: { required: () => true },
  };
}

async function signIn(address: string, origin: string): Promise<URL> {
  const cookies = new CookieJar();
  let next = new URL(address);
  for (let step = 0; step < 10 && next.origin !== origin; step += 1) {
    const cookie = cookies.header();
    const reply = await fetch(next, { redirect: "manual", headers: cookie ? { Cookie: cookie } : {} });
    for (const line of reply.headers.getSetCookie()) cookies.keep(line);
    const location = reply.headers.get("location");
    if (!location) throw new Error(`The directory said ${reply.status}: ${await reply.text()}`);
    next = new URL(location, next);
  }
  return next;
}

const encode = (value: Claims) => Buffer.from(JSON.stringify(value)).toString("base64url");
const decode = (part = ""): Claims => JSON.parse(Buffer.from(part, "base64url").toString());

function takeApart(token: string, key: KeyObject): Token {
  const [header, claims] = token.split(".");
  return {
    header: decode(header),
    claims: decode(claims),
    sign(newHeader, newClaims) {
      const body = `${encode(newHeader)}.${encode(newClaims)}`;
      if (newHeader.alg === "none") return `${body}.`;
      if (newHeader.alg === "HS256") {
        const publicKey = createPublicKey(key).export({ format: "pem", type: "spki" });
        return `${body}.${createHmac("sha256", publicKey).update(body).digest("base64url")}`;
      }
      return `${body}.${createSign("RSA-SHA256").update(body).sign(key, "base64url")}`;
    },
  };
}
