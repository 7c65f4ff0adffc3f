/** Cross-site scripting attempts: each would show a dialog with the number 771. */

const RUN = "alert(771)";

/**
 * Forty of them in two texts. The second begins with the one that works only at the start of an address, and ends with
 * those that would swallow what comes behind them.
 */
export const HOSTILE_TEXTS: readonly string[] = [
  [
    `<script>${RUN}</script>`,
    `<img src=x onerror=${RUN}>`,
    `<svg onload=${RUN}>`,
    `"><script>${RUN}</script>`,
    `'><img src=x onerror=${RUN}>`,
    `" onmouseover="${RUN}" autofocus onfocus="${RUN}`,
    `' onfocus='${RUN}' autofocus='`,
    `<body onload=${RUN}>`,
    `</title><script>${RUN}</script>`,
    `</textarea><img src=x onerror=${RUN}>`,
    `</script><script>${RUN}</script>`,
    `</style><svg onload=${RUN}>`,
    `<iframe srcdoc="<script>parent.${RUN}</script>">`,
    `<iframe src="javascript:parent.${RUN}">`,
    `<object data="javascript:${RUN}">`,
    `<embed src="javascript:${RUN}">`,
    `<a href="javascript:${RUN}" id=x>x</a>`,
    `<form action="javascript:${RUN}"><input type=submit>`,
    `<base href="javascript:/a/-${RUN}//">`,
    `<details open ontoggle=${RUN}>`,
    `<video><source onerror=${RUN}></video>`,
    `<audio src=x onerror=${RUN}>`,
    `<input autofocus onfocus=${RUN}>`,
    `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
    `<svg><script>${RUN}</script></svg>`,
    `<marquee onstart=${RUN}>`,
    `{{constructor.constructor('${RUN}')()}}`,
    `\${${RUN}}`,
    `&lt;script&gt;${RUN}&lt;/script&gt;`,
    `\u2028<img src=x onerror=${RUN}>`,
    `<meta http-equiv="refresh" content="0;url=javascript:${RUN}">`,
  ].join(" "),
  [
    `javascript:${RUN}`,
    `<math><mtext></form><form><mglyph><style></math><img src onerror=${RUN}>`,
    `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
    `<![CDATA[<img src=x onerror=${RUN}>`,
    `<!--`,
    `<textarea>`,
    `<title>`,
    `<plaintext>`,
    `<style>`,
  ].join(" "),
];
