import { afterAll } from "vitest";
import { openApp } from "../../support/app";
import { openCardPage } from "./card-page";

/** Opens a house that sells, with a card page of its own beside it until the last test of the file has run. */
export async function openSellingApp() {
  const cardPage = await openCardPage();
  afterAll(() => cardPage.close());
  return { cardPage, app: await openApp() };
}
