import type { InputHTMLAttributes, ReactNode } from "react";
import { classes } from "./classes";
import { ErrorMessage, type FieldText, Hint, OptionalMark, wireField } from "./field-frame";
import { PhotoIcon } from "./icons";

export interface FileFieldProps
  extends FieldText,
    Omit<InputHTMLAttributes<HTMLInputElement>, "name" | "id" | "className" | "type" | "children"> {
  /** Below the browser's own button, inside the dashed area. */
  readonly limits: ReactNode;
}

/**
 * The browser's own file input filling a dashed area, so that clicking and dropping work anywhere in it without a
 * script. Its form needs encType="multipart/form-data".
 */
export function FileField({ limits, accept = "image/*", ...props }: FileFieldProps) {
  const { label, name, id, hint, error, errors, optional, describedBy, className, ...rest } = props;
  const limitsId = `${id ?? name}-limits`;
  const wiring = wireField({
    id,
    name,
    hint,
    error,
    errors,
    describedBy: [describedBy, limitsId].filter(Boolean).join(" "),
  });
  return (
    <div className={classes("field", wiring.message && "field-wrong", className)}>
      <label className="label" htmlFor={wiring.id}>
        {label}
        {optional && <OptionalMark />}
      </label>
      {hint && <Hint id={wiring.hintId}>{hint}</Hint>}
      {wiring.message && <ErrorMessage id={wiring.errorId}>{wiring.message}</ErrorMessage>}
      <div className="file-area">
        <PhotoIcon />
        <input type="file" name={name} accept={accept} {...rest} {...wiring.attributes} />
        <p className="hint" id={limitsId}>
          {limits}
        </p>
      </div>
    </div>
  );
}

export interface PhotoPrintProps {
  readonly src: string;
  readonly alt: string;
  readonly name: string | undefined;
  /** As formatBytes formats it. */
  readonly size: string | undefined;
  /** Of the photo, so that the page does not move when it comes. */
  readonly pixels?: { readonly width: number; readonly height: number };
  /** Change and Remove, as links or buttons. */
  readonly actions: ReactNode;
}

/** A stored photo, as a white-bordered print. */
export function PhotoPrint({ src, alt, name, size, pixels, actions }: PhotoPrintProps) {
  const about = [name, size].filter(Boolean).join(", ");
  return (
    <figure className="photo-print">
      <img src={src} alt={alt} width={pixels?.width} height={pixels?.height} />
      {(about || actions) && (
        <figcaption>
          <span>{about}</span>
          {actions && <span className="photo-print-actions">{actions}</span>}
        </figcaption>
      )}
    </figure>
  );
}
