import * as z from "zod";
import { operation } from "../../../rpc/operation.ts";
import { reading } from "../schema.operations.ts";
import { listTrustLedgers } from "./domain.ts";
import { TrustLedger, TrustLedgerFilter } from "./schema.ts";

export const trustLedgerProcedures = {
  "trustLedgers.list": operation({
    ...reading,
    route: "GET /trust-ledgers",
    summary: "List trust ledgers",
    description:
      "Returns the ledgers of the firm's trust accounts with what they hold and what is available, newest first by default. A claimant's ledger begins with its first transaction.",
  })
    .input(TrustLedgerFilter)
    .output(z.object({ trustLedgers: z.array(TrustLedger), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listTrustLedgers(ctx, input)),
};
