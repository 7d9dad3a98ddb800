import * as z from "zod";
import { Id } from "../../contract/values.ts";
import { portalOperation } from "../../rpc/operation.ts";
import { listHeadquarters } from "./store.ts";

export const organizationPortal = {
  "organization.listHeadquarters": portalOperation({ summary: "List the headquarters above the organization, nearest first", permission: null, tier: "read" })
    .input(z.strictObject({}))
    .output(z.object({ headquarters: z.array(z.object({ id: Id, name: z.string() })) }))
    .query(async ({ ctx }) => ({ headquarters: await listHeadquarters(ctx) })),
};
