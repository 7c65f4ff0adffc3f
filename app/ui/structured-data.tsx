/** What a page says about itself to search engines, as JSON-LD. A block of data: no browser runs it. */
export function StructuredData({ of }: { readonly of: readonly object[] }) {
  const text = JSON.stringify({ "@context": "https://schema.org", "@graph": of });
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: "<" is written so that nothing in it ends the block
      dangerouslySetInnerHTML={{ __html: text.replace(/</g, "\\u003c") }}
    />
  );
}
