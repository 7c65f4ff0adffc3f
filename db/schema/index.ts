export * from "./accounts";
export * from "./alarms";
export * from "./backups";
export * from "./emails";
export * from "./loops";
export * from "./orders";
export * from "./staff";
export * from "./vouchers";
