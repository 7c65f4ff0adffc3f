import { listLoopTypes, listThemes } from "~/domain/diary/catalogue/catalogue";

/** The kinds of loop to choose from, as "pet/puppy" and "Pets: Puppy’s First Year". */
export function loopOptions(journey: "purchase" | "redeem") {
  return listThemes().flatMap(({ id, name }) =>
    listLoopTypes({ themeId: id, journey }).map(({ key, displayName }) => ({
      value: `${id}/${key}`,
      label: `${name}: ${displayName}`,
    })),
  );
}
