import type { PortalOutputs } from "../client/trpc.ts";

export type Expense = PortalOutputs["expenses"]["list"]["expenses"][number];
