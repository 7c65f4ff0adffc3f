import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { settings } from "~/adapters/settings.server";
import { typePagePath, typesWithPages } from "~/domain/shop/selling/type-pages";
import type { ScreenHandle } from "~/web/screen";
import { openApp } from "../support/app";

/** What robots and browsers ask for beside the pages. */

const app = await openApp();

async function listed(): Promise<string[]> {
  const { status, body, headers } = await app.visitor().send("/sitemap.xml");
  expect([status, headers.get("content-type")]).toEqual([200, "application/xml; charset=utf-8"]);
  return [...body.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, address = ""]) => address);
}

/** Screens that search engines may keep, without those that have a parameter. */
const findable = () =>
  Object.values(app.routes).flatMap((route) => {
    const handle = route?.module.handle as Partial<ScreenHandle> | undefined;
    if (!route || route.id === "root" || !route.module.default || handle?.noindex) return [];
    return route.path?.includes(":") ? [] : [`/${route.path ?? ""}`.replace("//", "/")];
  });

describe("the sitemap", () => {
  it("lists every public page, each once, at our public address", async () => {
    const paths = [...findable(), ...typesWithPages().map(({ key }) => typePagePath(key))];
    const expected = paths.map((path) => new URL(path, settings.publicOrigin).href);
    expect((await listed()).sort()).toEqual(expected.sort());
  });

  it("lists only pages that are there, and that may be found", async () => {
    for (const address of await listed()) {
      const page = await app.visitor().send(new URL(address).pathname, { headers: { Accept: "text/html" } });
      expect(page.status, address).toBe(200);
      expect(page.root.querySelector("meta[name=robots]"), address).toBeNull();
    }
  });
});

describe("robots.txt", () => {
  it("names the sitemap, and keeps robots from nothing that the sitemap lists", async () => {
    const { status, body } = await app.visitor().send("/robots.txt");
    expect(status).toBe(200);
    expect(body).toContain(`Sitemap: ${new URL("/sitemap.xml", settings.publicOrigin).href}`);
    const closed = [...body.matchAll(/^Disallow: (.+)$/gm)].map(([, path = ""]) => path);
    expect(closed).toEqual(["/hyperloop/", "/api/", "/art/"]);
    const paths = (await listed()).map((address) => new URL(address).pathname);
    expect(paths.filter((path) => closed.some((start) => path.startsWith(start)))).toEqual([]);
  });
});

describe("icons", () => {
  it("of every kind are named by each page and by the manifest, and are there", async () => {
    const page = await app.visitor().visit("/about");
    const links = page.root
      .querySelectorAll("link[rel=icon], link[rel=apple-touch-icon], link[rel=manifest]")
      .map((link) => link.getAttribute("href") ?? "");
    expect(links).toEqual([...["/favicon.ico", "/favicon.svg", "/apple-touch-icon.png", "/manifest.webmanifest"]]);
    const manifest = JSON.parse(readFileSync("public/manifest.webmanifest", "utf8"));
    const icons: string[] = manifest.icons.map(({ src }: { src: string }) => src);
    expect([...links, ...icons].filter((path) => !existsSync(`public${path}`))).toEqual([]);
    expect(page.find("meta[name=theme-color]").getAttribute("content")).toBe(manifest.theme_color);
  });
});
