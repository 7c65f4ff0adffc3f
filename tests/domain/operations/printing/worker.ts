import { workPrintOrders } from "~/domain/operations/printing/print-order-sending.server";

/** A worker of its own process, which a test can kill: works the orders that are due at the time it is given. */
await workPrintOrders(new Date(Number(process.argv[2])));
