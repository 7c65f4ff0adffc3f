/** As it arrives at the page: moments are texts there. */
export type Sent<Value> = Value extends Date
  ? Date | string
  : Value extends readonly (infer One)[]
    ? readonly Sent<One>[]
    : Value extends object
      ? { readonly [Name in keyof Value]: Sent<Value[Name]> }
      : Value;
