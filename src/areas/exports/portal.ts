import * as z from "zod";
import { withoutDeleted } from "../../contract/deleted-records.ts";
import { PartyName } from "../../contract/values/values.ts";
import { portalOperation } from "../../rpc/operation.ts";
import { listCases } from "../cases/list/domain.ts";
import { assertDataPermissions } from "../reports/domain.ts";
import { exportProcedures } from "./operations.ts";

const FoundCase = z.object({ id: z.string(), sequenceId: z.string(), clientName: z.string() });

/** Maximum suggestions of the case search. */
const maxFound = 8;

export const exportsPortal = {
  ...exportProcedures,
  "exports.findCases": portalOperation({
    summary: "Find a case to export, by its number or its client's name",
    permission: "reports:export",
    tier: "read",
    errors: ["FORBIDDEN"],
  })
    .input(z.strictObject({ q: PartyName }))
    .output(z.object({ cases: z.array(FoundCase) }))
    .query(async ({ ctx, input }) => {
      assertDataPermissions(ctx, ["cases:read", "clients:read"]);
      const { cases } = await listCases(ctx, { q: input.q, view: "summary", sort: "newest", limit: maxFound });
      return {
        cases: withoutDeleted(cases)
          .map((shown) => shown.toJSON())
          .map(({ id, sequenceId, plaintiff }) => ({
            id,
            sequenceId,
            clientName: `${plaintiff.firstName} ${plaintiff.lastName}`.trim(),
          })),
      };
    }),
};
