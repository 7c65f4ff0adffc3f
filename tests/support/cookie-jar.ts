/** The cookies of one browser, for one host: later ones replace earlier ones, expired ones are forgotten. */
export class CookieJar {
  private readonly kept = new Map<string, string>();

  /** Stores one Set-Cookie line. */
  keep(line: string): void {
    const [pair = "", ...rest] = line.split(";").map((part) => part.trim());
    const name = pair.slice(0, pair.indexOf("="));
    const value = pair.slice(pair.indexOf("=") + 1);
    const attribute = (wanted: string) =>
      rest.find((part) => part.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
    const seconds = attribute("max-age");
    const expires = attribute("expires");
    const isOver =
      seconds !== undefined ? Number(seconds) <= 0 : expires !== undefined && Date.parse(expires) <= Date.now();
    if (isOver) this.kept.delete(name);
    else this.kept.set(name, value);
  }

  get(name: string): string | undefined {
    return this.kept.get(name);
  }

  /** Plants a cookie without any encoding: an old one, another browser's, a forged one. */
  plant(name: string, value: string): void {
    this.kept.set(name, value);
  }

  forget(name: string): void {
    this.kept.delete(name);
  }

  names(): string[] {
    return [...this.kept.keys()];
  }

  /** The Cookie header, or undefined if there are no cookies. */
  header(): string | undefined {
    if (this.kept.size === 0) return undefined;
    return [...this.kept].map(([name, value]) => `${name}=${value}`).join("; ");
  }
}
