import type { ReactNode } from "react";
import type { ThemeId } from "~/domain/diary/catalogue/catalogue";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { numberInWords } from "~/domain/kernel/text/numbers";
import { Frame } from "~/screens/frame";

const PICTURES: Partial<Record<ThemeId, string>> = {
  celebration: "/art/celebration/00000000001ff.svg?start=sewn",
  family: "/art/family/00000000001ff.svg?start=sewn",
  education: "/art/education/00000000001ff.svg?start=sewn",
  pet: "/art/pet/00000000001ff.svg?start=sewn",
};

/** A year with nine stitches, beside the sign-in forms. */
export function SignInAside({ theme }: { readonly theme: ThemeId }) {
  return (
    <aside className="sign-in-aside cloth" data-theme={theme}>
      <img className="on-cloth" src={PICTURES[theme] ?? PICTURES.celebration} alt="" width="720" height="720" />
      <blockquote>
        <p className="serif">
          <em>One small stitch a week. One book for life.</em>
        </p>
      </blockquote>
      <p>Nine weeks in, {numberInWords(WEEKS - 9)} to go.</p>
    </aside>
  );
}

/** A form about signing in that no choice goes before, beside the picture. */
export function SignInFrame({ children }: { readonly children: ReactNode }) {
  return (
    <Frame variant="reading" width="full">
      <div className="container with-aside">
        <div className="form-column">{children}</div>
        <SignInAside theme="family" />
      </div>
    </Frame>
  );
}
