import { afterAll } from "vitest";
import { openApp } from "../../support/app";
import { openCardPage } from "./card-page";

/** Opens an app that can sell, with a payment provider that runs until the last test of the file. */
export async function openSellingApp() {
  const cardPage = await openCardPage();
  afterAll(() => cardPage.close());
  return { cardPage, app: await openApp() };
}
