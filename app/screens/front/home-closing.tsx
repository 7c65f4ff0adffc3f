import { formatBookDay } from "~/domain/diary/loops/book-days";
import { LinkButton } from "~/ui/button";
import { ClothBand } from "~/ui/cloth-band";
import { HOME } from "./home-copy";

/** The closing band: a picture with its first stitch made. */
export function HomeClosing({ bookArrives }: { readonly bookArrives: string }) {
  return (
    <ClothBand theme="family" className="closing">
      <img className="closing-ring" src="/artwork/ring-1-linen.svg" alt="" width="720" height="720" loading="lazy" />
      <div className="closing-words">
        <h2>
          {HOME.closing.line}
          <br />
          <em>{HOME.closing.turn}</em>
        </h2>
        <p className="lead">Start today and your book arrives {formatBookDay(bookArrives)}.</p>
        <p className="row">
          <LinkButton variant="light" href="/loop-theme">
            Start your loop
          </LinkButton>
          <a className="stand-alone-link" href="/redeem">
            I’ve got a voucher
          </a>
        </p>
      </div>
    </ClothBand>
  );
}
