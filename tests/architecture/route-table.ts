import routeTable from "../../remix.config.ts";

/** The table of remix.config.ts, read the way Remix reads it. */

export interface Address {
  /** As in the table, from the root: "/loop-type/example/:theme/:type". */
  path: string;
  /** The file of the route, from the top of the repository. */
  file: string;
  isIndex: boolean;
}

type Draw = (path: string, file: string, ...more: unknown[]) => void;

export function readAddresses(): Address[] {
  const found: Address[] = [];
  const parents = [""];
  const draw: Draw = (path, file, ...more) => {
    const full = [parents.at(-1) ?? "", path].join("/").replace(/\/{2,}/g, "/");
    const options = more.find((one): one is { index?: boolean } => typeof one === "object" && one !== null);
    found.push({ path: full, file: `app/${file}`, isIndex: options?.index === true });
    const children = more.find((one): one is () => void => typeof one === "function");
    if (!children) return;
    parents.push(full);
    children();
    parents.pop();
  };
  const { routes } = routeTable;
  if (!routes) throw new Error("The route table draws no routes.");
  routes((callback) => {
    callback(draw as Parameters<typeof callback>[0]);
    return {};
  });
  return found;
}

export const addresses = readAddresses();
