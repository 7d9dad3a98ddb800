import * as z from "zod";
import { Id } from "../../contract/values.ts";
import { operation, router } from "../../rpc/operation.ts";
import { getCase } from "./domain.ts";
import { CaseDetail } from "./schema.ts";

export const cases = router({
  get: operation({
    method: "GET",
    path: "/cases/{caseId}",
    summary: "Get case detail",
    description: "The case with its plaintiff, attorneys and tags. The ETag derives from `updatedAt`, which also moves when one of these changes.",
    area: "Cases",
    scope: "cases:read",
    tier: "read",
    idempotency: "none",
    errors: ["NOT_FOUND"],
    etag: "case.updatedAt",
  })
    .input(z.strictObject({ caseId: Id }))
    .output(z.object({ case: CaseDetail }))
    .query(async ({ ctx, input }) => ({ case: await getCase(ctx, input.caseId) })),
});
