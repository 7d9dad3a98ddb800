import * as z from "zod";
import { portalOperation } from "../../../rpc/operation.ts";
import { describeOffices, readOfficeKeys } from "./domain.ts";
import { Office, OfficeKey, OfficeKeysPage } from "./schema.ts";

const reading = { permission: "integrations:manage", tier: "read" } as const;

/** What a headquarters sees of its offices' keys; part of `keys.` in the portal's router. */
export const officesPortal = {
  listOffices: portalOperation({
    ...reading,
    summary: "List the organizations below a headquarters, with the health of their keys where they let it see them",
  })
    .input(z.strictObject({}))
    .output(z.object({ offices: z.array(Office) }))
    .query(async ({ ctx }) => ({ offices: await describeOffices(ctx) })),

  listOfficeKeys: portalOperation({ ...reading, summary: "List the keys of an organization below a headquarters" })
    .input(OfficeKeysPage)
    .output(z.object({ keys: z.array(OfficeKey), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => readOfficeKeys(ctx, input)),
};
