import { fanOut } from "./areas/webhooks/deliveries/store.fan-out.ts";
import { eventDelivery } from "./platform/database/transaction-records.ts";

/** Imported by whatever runs as a process and writes events: the routers, the worker, the tests' harness. */
eventDelivery.fanOut = fanOut;
