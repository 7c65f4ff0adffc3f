import { expect, it } from "vitest";
import { listThemes } from "~/domain/diary/catalogue/catalogue";
import { SLIDES } from "~/screens/front/slides-copy";

/** Somebody who has seen the themes once finds each where it was. */
it("themes have one order, in the list of the shop and on the slides of the home page", () => {
  expect(SLIDES.map(({ theme }) => theme)).toEqual(listThemes().map(({ id }) => id));
});
