interface WhatGoesThereProps {
  readonly books: readonly { readonly name: string; readonly arrives: string | null }[];
}

/** What is delivered to an address and by when, beside its form. */
export function WhatGoesThere({ books }: WhatGoesThereProps) {
  return (
    <aside className="decide-panel in-sight stack" aria-labelledby="what-goes-there">
      <h2 id="what-goes-there">What goes there</h2>
      {books.map(({ name, arrives }) => (
        <p key={name}>
          <b>{name}</b>
          {arrives && (
            <>
              <br />
              {arrives}
            </>
          )}
        </p>
      ))}
    </aside>
  );
}
