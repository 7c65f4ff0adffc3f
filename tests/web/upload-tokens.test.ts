import { expect, it } from "vitest";
import { sign } from "~/web/keys.server";
import { readToken, signToken } from "~/web/upload-tokens.server";
import { later, NOW } from "../support/people";

const UPLOAD = { key: "photos/one", contentType: "image/jpeg", bytes: 5, expiresAt: later(60).getTime() };

it("an upload’s token is read until it ends, as it was signed", () => {
  const token = signToken(UPLOAD);
  expect(readToken(token, later(59.999))).toEqual(UPLOAD);
  expect(readToken(token, later(60))).toBeUndefined();
});

it("a token that is changed, or was signed for something else, is not read", () => {
  const [text = "", signature = ""] = signToken(UPLOAD).split(".");
  const other = signToken({ ...UPLOAD, key: "photos/two" }).split(".")[0] ?? "";
  const none = Buffer.from("{}").toString("base64url");
  const tokens = [
    `${other}.${signature}`,
    text,
    "",
    `${text}.${sign("form-token", text)}`,
    `${none}.${sign("upload", none)}`,
  ];
  for (const token of tokens) expect(readToken(token, NOW), token).toBeUndefined();
});
