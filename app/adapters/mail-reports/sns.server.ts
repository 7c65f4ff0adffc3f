import { type KeyObject, verify, X509Certificate } from "node:crypto";
import { z } from "zod";
import { createExternalClient } from "../waiting/outside-calls.server";

/**
 * Messages of Amazon SNS (docs.aws.amazon.com/sns, "Verifying the signatures of Amazon SNS messages"). Anybody with an
 * account there can have one signed, so that a message counts only from a topic of ours, and its certificate is fetched
 * from Amazon's host for the region of that topic and from nowhere else.
 */

export const SnsMessage = z.object({
  Type: z.enum(["Notification", "SubscriptionConfirmation", "UnsubscribeConfirmation"]),
  MessageId: z.string(),
  TopicArn: z.string(),
  Message: z.string(),
  Timestamp: z.string(),
  SignatureVersion: z.enum(["1", "2"]),
  Signature: z.string(),
  SigningCertURL: z.string(),
  Subject: z.string().nullish(),
  SubscribeURL: z.string().nullish(),
  Token: z.string().nullish(),
});
export type SnsMessage = z.infer<typeof SnsMessage>;

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const SIGNED_FIELDS = {
  Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
  SubscriptionConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
  UnsubscribeConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
} as const;

/** A topic chooses its version; the first is Amazon's usual one. */
const DIGESTS = { "1": "sha1", "2": "sha256" } as const;

export const signedText = (message: SnsMessage): string =>
  SIGNED_FIELDS[message.Type]
    .flatMap((name) => {
      const value = message[name];
      return typeof value === "string" ? `${name}\n${value}\n` : [];
    })
    .join("");

/** Whether an address is one of SNS in the region of a topic. */
export function isSnsAddress(address: string, topicArn: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  const [, partition = "", , region = ""] = topicArn.split(":");
  const domain = partition === "aws-cn" ? "amazonaws.com.cn" : "amazonaws.com";
  return protocol === "https:" && host === `sns.${region}.${domain}` && username === "" && password === "";
}

const CERTIFICATE_PATH = /^\/SimpleNotificationService-[\da-f]{1,64}\.pem$/;
/** It changes about once a year. */
const MOST_CERTIFICATES = 8;

/** Checks signatures, and asks Amazon. `fetch`: how to reach it. */
export function createSnsClient(fetch: Fetch) {
  const externalClient = createExternalClient({ unawaitedMs: 10_000 });
  const keys = new Map<string, KeyObject>();
  const ask = (kind: string, url: string) =>
    externalClient.call(kind, async (signal) => {
      const response = await fetch(url, { redirect: "error", signal });
      const text = await response.text();
      return response.ok ? text : null;
    });

  /** Null where Amazon has no such certificate. @throws where it doesn't respond */
  async function keyAt(url: string): Promise<KeyObject | null> {
    const known = keys.get(url);
    if (known) return known;
    const pem = await ask("certificate", url);
    if (!pem?.includes("-----BEGIN CERTIFICATE-----")) return null;
    const { publicKey } = new X509Certificate(pem);
    if (keys.size >= MOST_CERTIFICATES) keys.clear();
    keys.set(url, publicKey);
    return publicKey;
  }

  return {
    /** @throws where Amazon doesn't respond */
    async isProven(message: SnsMessage): Promise<boolean> {
      const { SigningCertURL: url, TopicArn, SignatureVersion, Signature } = message;
      if (!isSnsAddress(url, TopicArn)) return false;
      const { pathname, search } = new URL(url);
      if (!CERTIFICATE_PATH.test(pathname) || search !== "") return false;
      const key = await keyAt(url);
      const text = Buffer.from(signedText(message));
      return key !== null && verify(DIGESTS[SignatureVersion], text, key, Buffer.from(Signature, "base64"));
    },
    /** Confirms the topic's wish to send to us. @throws where Amazon doesn't respond */
    async confirm(subscribeUrl: string): Promise<boolean> {
      return (await ask("subscription", subscribeUrl)) !== null;
    },
  };
}
