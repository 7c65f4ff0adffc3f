/** The style sheet of all pages, served as a file so that no page needs inline styles. */
export const STYLE = `
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: #fff; color: #1b2530;
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
a { color: #1f5f8b; text-underline-offset: 0.2em; }
a:hover { text-decoration-thickness: 0.14em; }
:focus-visible { outline: 3px solid #1f5f8b; outline-offset: 3px; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 0.5rem; font-weight: 600; letter-spacing: -0.01em; }
h2 { font-size: 1.125rem; line-height: 1.35; margin: 0 0 1rem; font-weight: 600; }
p { margin: 0 0 1rem; }
.notice { background: #fdf3d7; border-bottom: 1px solid #ead9a4; margin: 0; padding: 0.75rem 1.25rem; text-align: center; }
.notice strong { font-weight: 600; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
main.narrow { max-width: 34rem; }
main.wide { max-width: 80rem; }
.back { display: inline-block; margin-bottom: 1rem; padding: 0.25rem 0; }
.columns { display: grid; gap: 2.5rem; }
.quiet { color: #52606d; }
.total { font-size: 2.25rem; line-height: 1.2; font-weight: 600; margin: 0 0 1.5rem; letter-spacing: -0.02em; }
.lines { list-style: none; margin: 0; padding: 0; border-top: 1px solid #dde3e9; }
.lines li { display: flex; gap: 1.5rem; justify-content: space-between; padding: 0.875rem 0; border-bottom: 1px solid #dde3e9; }
.lines .sum { white-space: nowrap; font-variant-numeric: tabular-nums; }
.lines .last { font-weight: 600; }
form { margin: 0; }
.field { margin: 0 0 1.25rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1rem; align-items: start; }
label { display: block; font-weight: 600; margin-bottom: 0.375rem; }
.hint { display: block; color: #52606d; font-size: 0.9375rem; margin-bottom: 0.375rem; }
input[type="text"], input[type="number"], select {
  display: block; width: 100%; min-height: 3rem; padding: 0.625rem 0.75rem; font: inherit; color: inherit;
  background: #fff; border: 1px solid #77838f; border-radius: 6px;
}
.wrong input { border: 2px solid #b3261e; }
.error { display: block; color: #a1211a; font-weight: 600; margin-bottom: 0.375rem; }
.summary { border: 2px solid #b3261e; border-radius: 6px; padding: 1rem 1.25rem; margin-bottom: 1.5rem; }
.summary h2 { margin-bottom: 0.5rem; }
.summary ul { margin: 0; padding-left: 1.25rem; }
.summary a { color: #a1211a; font-weight: 600; }
button {
  display: block; width: 100%; min-height: 3.25rem; padding: 0.75rem 1.25rem; font: inherit; font-weight: 600;
  color: #fff; background: #1b2530; border: 1px solid #1b2530; border-radius: 6px; cursor: pointer;
}
button:hover { background: #33414f; }
button.second { color: #1b2530; background: #fff; }
button.second:hover { background: #eef2f5; }
button.small { width: auto; min-height: 2.5rem; padding: 0.375rem 0.875rem; }
.buttons { display: grid; gap: 0.75rem; margin: 1.5rem 0; }
details { margin-top: 2rem; border-top: 1px solid #dde3e9; padding-top: 1rem; }
summary { cursor: pointer; font-weight: 600; padding: 0.375rem 0; }
table { border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
th, td { text-align: left; vertical-align: top; padding: 0.5rem 1rem 0.5rem 0; border-bottom: 1px solid #dde3e9; }
th { font-weight: 600; }
td.number, td code { white-space: nowrap; font-variant-numeric: tabular-nums; }
code { font: 0.875rem/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
td code { overflow-wrap: normal; }
.scroll { overflow-x: auto; margin-bottom: 2.5rem; }
.switches { display: grid; gap: 0 1.5rem; margin-bottom: 2.5rem; }
.tick { display: flex; gap: 0.625rem; align-items: center; min-height: 3rem; }
.tick input { width: 1.25rem; height: 1.25rem; }
.tick label { margin: 0; }
.other { margin-top: 1.75rem; border-top: 1px solid #dde3e9; padding-top: 1.25rem; }
.acts { display: flex; gap: 0.5rem; flex-wrap: wrap; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
/* In a frame of the shop's page: its colours and corners, where it names them. */
.framed { background: transparent; color: var(--colorText, #1b2530); font-family: var(--fontFamily, system-ui, "Segoe UI", Roboto, sans-serif); font-size: var(--fontSizeBase, 1rem); }
.framed main { padding: 1.5rem; max-width: none; }
.framed main.element { padding: 4px; }
.framed :focus-visible { outline: 3px solid var(--colorPrimary, #1f5f8b); outline-offset: 2px; }
.element fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: 0.5rem; min-width: 0; }
.method {
  display: flex; align-items: center; gap: 0.875rem; min-height: 4rem; margin: 0; padding: 0.75rem 1.25rem;
  background: var(--colorBackground, #fff); border: 1.5px solid #6b7480; border-radius: var(--borderRadius, 4px); cursor: pointer;
}
.method[hidden] { display: none; }
.method:has(:checked) { outline: 2px solid var(--colorPrimary, #1b2530); outline-offset: -2px; background: #f6f2ea; }
.method:has(:focus-visible) { outline: 3px solid var(--colorPrimary, #1f5f8b); outline-offset: 2px; }
.method input { width: 1.5rem; height: 1.5rem; margin: 0; accent-color: var(--colorPrimary, #1b2530); flex: none; }
.brands { margin-left: auto; display: flex; gap: 0.5rem; }
.brands span { padding: 0 0.5rem; border: 1px solid #d9cfbc; border-radius: 3px; font-size: 0.8125rem; font-weight: 700; line-height: 1.75; background: #fff; }
.panel { background: var(--colorBackground, #fff); border: 1.5px solid #6b7480; border-radius: var(--borderRadius, 4px); padding: 1.5rem; }
.panel > :last-child { margin-bottom: 0; }
.panel details { margin-top: 0; }
.element .pair { align-items: end; }
.element input[type="text"], .element select { border: 1.5px solid #6b7480; border-radius: var(--borderRadius, 4px); min-height: 3.375rem; font-size: 1.0625rem; }
.element ::placeholder { color: #66707a; opacity: 1; }
.element .wrong input { border: 2.5px solid var(--colorDanger, #b3161b); }
.element .error { color: var(--colorDanger, #b3161b); }
.cards { list-style: none; margin: 0; padding: 0; font-size: 0.9375rem; }
.cards li { padding: 0.25rem 0; }
.cards code { white-space: nowrap; margin-right: 0.5rem; }
@media (max-width: 27rem) {
  .element .pair { grid-template-columns: 1fr; }
  .panel { padding: 1rem; }
  .method { padding: 0.75rem 1rem; }
}
@media (min-width: 48rem) {
  .columns { grid-template-columns: 1fr 1fr; gap: 5rem; }
  main { padding-top: 3rem; }
  .switches { grid-template-columns: repeat(3, 1fr); align-items: end; }
}
`;
