import * as z from "zod";
import type { OperationMeta } from "../../contract/operation.ts";
import { Id } from "../../contract/values/values.ts";
import { defineArea } from "../../rpc/area.ts";
import { Nothing, nothing, operation } from "../../rpc/operation.ts";
import { createExport } from "./domain.creation.ts";
import { offerDownload } from "./downloads/domain.ts";
import { cancelExport, deleteExport, getExport, listExports } from "./domain.ts";
import {
  Export,
  ExportListQuery,
  NewExport,
  completeRequest,
  downloadMinutes,
  keptDays,
  maxOpenExports,
} from "./schema.ts";
import { exportExamples } from "./examples.ts";
import { exportEvents } from "./events.ts";

const area = "Reports & Exports";
const reading = { area, scope: "exports:write", orScopes: ["reports:read"] } as const satisfies Partial<OperationMeta>;
const writing = { area, scope: "exports:write", readBy: "exports:write" } as const satisfies Partial<OperationMeta>;
const Chosen = z.strictObject({ exportId: Id });
const Shown = z.object({ export: Export });
const whoSees = "A key can read its organization's exports that keys created and whose `dataPermissions` it has.";

export const exportProcedures = {
  "exports.create": operation({
    ...writing,
    route: "POST /exports",
    summary: "Create an export",
    description:
      "Creates the file in the background from one snapshot of the data: poll `progress`, or wait for the event `export.completed`. See the descriptions of the members for the `type` to which each belongs. " +
      "Requires the scopes for the file's contents: for `report` those of the report (`dataPermissions`), for `cases` `cases:read` and `clients:read`, for `clients` `clients:read`, for `contacts` `contacts:read`, for `case_file` those of the parts, " +
      "for `audit_log` `org:manage`, for `trust_ledger` `trust:read`, for `full_organization` `org:manage` and those of the parts that it includes, by default all. They are checked again during creation and at every download. " +
      "Only the key's own organization is exported, never child organizations: where a run of the report would cover these, too, the request fails with 400 unless `organizationIds` names your own. " +
      `An organization can have at most ${maxOpenExports} queued or running exports; further requests fail with 429.`,
    emits: ["export.created"],
    errors: ["NOT_FOUND", "FORBIDDEN", "RATE_LIMITED"],
    etag: "export.revision",
    created: { location: "/exports/{export.id}" },
  })
    .input(NewExport)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ export: await createExport(ctx, completeRequest(input)) })),

  "exports.list": operation({
    ...reading,
    route: "GET /exports",
    summary: "List exports",
    description: `${whoSees} Deleted exports are not returned.`,
  })
    .input(ExportListQuery)
    .output(z.object({ exports: z.array(Export), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listExports(ctx, input)),

  "exports.get": operation({
    ...reading,
    route: "GET /exports/{exportId}",
    summary: "Get an export",
    description: `${whoSees} Use the ETag only for \`If-Match\`: progress changes without a new revision, so the response is never 304.`,
    etag: "export.revision",
    isVolatile: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ export: await getExport(ctx, input.exportId) })),

  "exports.download": operation({
    ...reading,
    orScopes: [],
    route: "GET /exports/{exportId}/download",
    summary: "Get the download URL of an export",
    description:
      `Returns the export with a \`downloadUrl\`, from which you download the file with GET, without a key, for ${downloadMinutes} minutes; it accepts \`Range\`. Every use is checked: the URL stops working if the key ends or loses one of ` +
      `the scopes in \`dataPermissions\`. The request is recorded in the audit log. Fails with 409 unless the export is \`completed\`; files are kept for ${keptDays} days.`,
    tier: "sensitive",
    errors: ["INVALID_STATE_TRANSITION"],
    etag: "export.revision",
    isVolatile: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ export: await offerDownload(ctx, input.exportId) })),

  "exports.cancel": operation({
    ...writing,
    route: "POST /exports/{exportId}/cancel",
    summary: "Cancel an export",
    description: "Cancels a `queued` or `running` export and deletes its file. Fails with 409 for any other status.",
    emits: ["export.cancelled"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
    etag: "export.revision",
  })
    .input(Chosen)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ export: await cancelExport(ctx, input.exportId) })),

  "exports.delete": operation({
    ...writing,
    route: "DELETE /exports/{exportId}",
    summary: "Delete an export",
    description:
      "Deletes the export and its file before it expires. Fails with 409 for a `queued` or `running` export: cancel it first.",
    emits: ["export.deleted"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(Chosen)
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => deleteExport(ctx, input.exportId))),
};

export const exports = defineArea(exportProcedures, {
  examples: exportExamples,
  events: [exportEvents],
  archive: [
    {
      table: "Export",
      omitted:
        "The exports themselves, including the running one: its progress would make two files of the same records differ.",
    },
  ],
});
