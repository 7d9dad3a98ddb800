import * as z from "zod";
import { definePortalArea } from "../../rpc/area.ts";
import { Nothing, portalOperation } from "../../rpc/operation.ts";
import { noteAuditExport, readAuditTrail } from "./domain.ts";
import { AuditExport, AuditFilter, AuditLine } from "./schema.ts";

export const audit = definePortalArea(
  {
    list: portalOperation({ summary: "List audit entries, newest first", permission: "audit:read", tier: "read" })
      .input(AuditFilter)
      .output(z.object({ entries: z.array(AuditLine), nextCursor: z.string().nullable() }))
      .query(({ ctx, input }) => readAuditTrail(ctx, input)),

    /**
     * The browser writes the file from pages of `list` and reports it here. The entry relies on the browser; reading
     * each page was authorized.
     */
    noteExport: portalOperation({
      summary: "Record an export of the audit log",
      permission: "audit:read",
      tier: "write",
    })
      .input(AuditExport)
      .output(Nothing)
      .mutation(({ ctx, input }) => {
        noteAuditExport(ctx, input);
        return {};
      }),
  },
  {
    archive: [{ table: "AuditEntry", part: "organization", file: "audit-log", order: ["id"], isOfOrganization: true }],
  },
);
