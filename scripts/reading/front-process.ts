import { settings } from "../../app/adapters/settings.server";
import { openFront } from "./front";

/** The process that visitors of a machine that only reads reach; its web processes listen on the port of the first argument. */

if (!settings.reading) throw new Error("Only a machine with ROLE=reader has this process.");
const { server, stop } = openFront({ port: Number(process.argv[2]), ...settings.reading });
server.listen(settings.port, process.env.HOST, () => process.send?.("ready"));

const end = () => {
  stop();
  server.close(() => process.exit(0));
  server.closeIdleConnections();
};
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, end);
process.on("disconnect", end);
