import { LinkButton } from "./button";
import { CaretIcon, LockIcon, MenuIcon } from "./icons";
import { PageScript } from "./page-script";
import { PostForm } from "./post-form";
import {
  ACCOUNT_LINKS,
  BEGIN_LINK,
  HELP_LINK,
  HOME_ANCHORS,
  headerLinks,
  LOGOUT_PATH,
  type SiteLink,
  type Visitor,
} from "./site-links";
import { Wordmark } from "./wordmark";

export interface HeaderProps extends Visitor {
  /** Path of the page being shown, "/about"; its link is underlined and announced as the current page. */
  readonly current?: string;
}

/** The header of every page except checkout. On a narrow screen the links fold into a details menu. */
export function Header(props: HeaderProps) {
  const { current, signedIn } = props;
  const links = headerLinks(props);
  const variant = signedIn ? "line" : "primary";
  const anchors = current === "/" ? HOME_ANCHORS : [];
  return (
    <header className="site-header" data-account={props.deviceAccount}>
      <div className="container site-header-row">
        <HomeLink />
        <nav className="site-nav" aria-label="Main">
          <ul>
            {!signedIn && <NavLinks links={anchors} current={current} className="site-nav-anchor" />}
            <NavLinks links={links} current={current} />
            {signedIn && (
              <li>
                <details className="account-menu">
                  <summary>
                    Account
                    <CaretIcon />
                  </summary>
                  <ul className="account-menu-list">
                    <NavLinks links={ACCOUNT_LINKS} current={current} />
                    <li>
                      <LogoutForm />
                    </li>
                  </ul>
                </details>
              </li>
            )}
            <li className={signedIn ? "site-nav-anchor" : undefined}>
              <LinkButton className="site-nav-begin" variant={variant} size="small" href={BEGIN_LINK.href}>
                {BEGIN_LINK.label}
              </LinkButton>
            </li>
          </ul>
        </nav>
        {props.deviceAccount && <PageScript name="kept-weeks" />}
        <details className="site-menu">
          <summary>
            Menu
            <MenuIcon />
          </summary>
          <nav aria-label="Menu">
            <ul>
              <NavLinks links={links} current={current} />
              <NavLinks links={anchors} current={current} />
              {signedIn && <NavLinks links={ACCOUNT_LINKS} current={current} />}
              {signedIn && (
                <li>
                  <LogoutForm />
                </li>
              )}
              <li>
                <LinkButton href={BEGIN_LINK.href} variant={variant} wide>
                  {BEGIN_LINK.label}
                </LinkButton>
              </li>
            </ul>
          </nav>
        </details>
      </div>
      <PageScript name="menu" />
    </header>
  );
}

/** The header of a checkout: only home and help lead away. */
export function CheckoutHeader() {
  return (
    <header className="site-header">
      <div className="container site-header-row">
        <HomeLink />
        <p className="checkout-note">
          <LockIcon />
          <span>Secure checkout</span>
          <a href={HELP_LINK.href}>{HELP_LINK.label}</a>
        </p>
      </div>
    </header>
  );
}

function HomeLink() {
  return (
    <a className="home-link" href="/">
      <Wordmark />
    </a>
  );
}

interface NavLinksProps {
  readonly links: readonly SiteLink[];
  readonly current?: string;
  readonly className?: string;
}

function NavLinks({ links, current, className }: NavLinksProps) {
  return links.map((link) => (
    <li key={link.href} className={className}>
      <a className="nav-link" href={link.href} aria-current={link.href === current ? "page" : undefined}>
        <span>{link.label}</span>
      </a>
    </li>
  ));
}

function LogoutForm() {
  return (
    <PostForm action={LOGOUT_PATH} className="logout">
      <button type="submit" className="nav-link">
        <span>Logout</span>
      </button>
    </PostForm>
  );
}
