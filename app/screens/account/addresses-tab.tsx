import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { VisuallyHidden } from "~/ui/visually-hidden";
import type { AddressData } from "./account-data.server";

export function AddressesTab({ view }: { readonly view: AddressData }) {
  const { addresses, hasRoom } = view;
  return (
    <div className="settings-column">
      <h2>{view.isPurchaser ? "Delivery Addresses" : "Delivery Address"}</h2>
      <p className="muted">We only deliver to UK addresses.</p>
      {addresses.length === 0 && <p>No addresses found</p>}
      <ul className="settings-list">
        {addresses.map((address) => (
          <li key={address.id}>
            <div className="settings-list-head">
              <h3>{address.label}</h3>
              {address.isDefault && <Badge tone="good">Default</Badge>}
            </div>
            <address>
              {address.lines.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two lines of an address may be the same
                <div key={index}>{line}</div>
              ))}
            </address>
            <div className="row settings-acts">
              <a href={`/account-settings/addresses/${address.id}`}>
                Edit<VisuallyHidden> {address.label}</VisuallyHidden>
              </a>
              <a href={`/account-settings/addresses/${address.id}/delete`}>
                Delete<VisuallyHidden> {address.label}</VisuallyHidden>
              </a>
              {!address.isDefault && (
                <PostForm>
                  <input type="hidden" name="address" value={address.id} />
                  <button type="submit" className="link-button" name="intent" value="default">
                    Make default<VisuallyHidden>: {address.label}</VisuallyHidden>
                  </button>
                </PostForm>
              )}
            </div>
          </li>
        ))}
      </ul>
      {hasRoom ? (
        <LinkButton href="/account-settings/addresses/new">
          {addresses.length === 0 ? "Add Your First Address" : "Add New Address"}
        </LinkButton>
      ) : (
        <p>That’s as many as we can keep. Delete one to add another.</p>
      )}
    </div>
  );
}
