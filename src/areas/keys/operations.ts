import * as z from "zod";
import { Id } from "../../contract/values/values.ts";
import { defineArea } from "../../rpc/area.ts";
import { operation } from "../../rpc/operation.ts";
import { readHistory } from "./domain.ts";
import { keyAuditExamples } from "./examples.ts";
import { HistoryEntry, HistoryFilter } from "./schema.ts";

export const keyAuditProcedures = {
  "serviceAccounts.audit.list": operation({
    area: "Org & Team",
    scope: "org:manage",
    route: "GET /service-accounts/{serviceAccountId}/audit",
    summary: "List changes to an integration key",
    description:
      "Returns what was done to the key and to its requests for elevated scopes, newest first: by whom, and which fields changed. It never has a secret or its digest.",
  })
    .input(HistoryFilter.extend({ serviceAccountId: Id }))
    .output(z.object({ entries: z.array(HistoryEntry), nextCursor: z.string().nullable() }))
    .query(({ ctx, input: { serviceAccountId, ...filter } }) => readHistory(ctx, serviceAccountId, filter)),
};

export const keyAudit = defineArea(keyAuditProcedures, { examples: keyAuditExamples });
