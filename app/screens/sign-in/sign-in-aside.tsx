import type { ThemeId } from "~/domain/catalogue/catalogue";

const PICTURES: Partial<Record<ThemeId, string>> = {
  celebration: "/art/celebration/00000000001ff.svg",
  family: "/art/family/00000000001ff.svg",
  education: "/art/education/00000000001ff.svg",
  pet: "/art/pet/00000000001ff.svg",
};

/** A year with nine stitches, beside the sign-in forms. */
export function SignInAside({ theme }: { readonly theme: ThemeId }) {
  return (
    <aside className="sign-in-aside cloth" data-theme={theme}>
      <img src={PICTURES[theme] ?? PICTURES.celebration} alt="" width="720" height="720" />
      <blockquote>
        <p className="serif">
          <em>One small stitch a week. One book for life.</em>
        </p>
      </blockquote>
      <p>Nine weeks in, forty-three to go.</p>
    </aside>
  );
}
