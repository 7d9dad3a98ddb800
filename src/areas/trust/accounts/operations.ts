import * as z from "zod";
import { operation } from "../../../rpc/operation.ts";
import { reading } from "../schema.operations.ts";
import { listTrustAccounts } from "./domain.ts";
import { TrustAccount, TrustAccountFilter } from "./schema.ts";

export const trustAccountProcedures = {
  "trustAccounts.list": operation({
    ...reading,
    route: "GET /trust-accounts",
    summary: "List trust accounts",
    description:
      "Returns the firm's trust accounts with their balances, newest first by default. Accounts are opened and closed in the portal.",
  })
    .input(TrustAccountFilter)
    .output(z.object({ trustAccounts: z.array(TrustAccount), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listTrustAccounts(ctx, input)),
};
