import * as z from "zod";
import type { OperationMeta } from "../../contract/operation.ts";
import { Id } from "../../contract/values.ts";
import { operation, router } from "../../rpc/operation.ts";
import { createExport } from "./domain.creation.ts";
import { offerDownload } from "./downloads/domain.ts";
import { cancelExport, deleteExport, getExport, listExports } from "./domain.ts";
import { Export, ExportListQuery, NewExport, completeRequest, downloadMinutes, keptDays, openAtMost } from "./schema.ts";

const area = "Reports & Exports";
const reading = { area, method: "GET", scope: "exports:write", orScopes: ["reports:read"], tier: "read", idempotency: "none" } as const satisfies Partial<OperationMeta>;
const writing = { area, scope: "exports:write", tier: "write", idempotency: "required" } as const satisfies Partial<OperationMeta>;
const Chosen = z.strictObject({ exportId: Id });
const Shown = z.object({ export: Export });
const whoSees = "A key sees the exports of its organization that keys asked for and whose `dataPermissions` it holds.";

/** The operations as programs and members call them. */
export const exportProcedures = {
  create: operation({
    ...writing,
    method: "POST",
    path: "/exports",
    summary: "Create an export",
    description:
      "The file is made in the background from one view of the data: follow `progress`, or the event `export.completed`. Which members go with which `type`, their descriptions say. " +
      "It takes the scopes that read what the file holds: of `report` those of the report (`dataPermissions`), of `cases` `cases:read` and `clients:read`, of `case_file` those of the parts, " +
      "of `audit_log` `org:manage`, of `full_organization` `org:manage` and those of all parts. They are judged again while it is made and at every download. " +
      `Only the key's own organization is exported, never those below it. At most ${openAtMost} may be queued or running in an organization (429 beyond).`,
    emits: ["export.created"],
    errors: ["NOT_FOUND", "FORBIDDEN", "RATE_LIMITED"],
    etag: "export.revision",
    created: { location: "/exports/{export.id}" },
  })
    .input(NewExport)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ export: await createExport(ctx, completeRequest(input)) })),

  list: operation({
    ...reading,
    path: "/exports",
    summary: "List exports",
    description: `${whoSees} Deleted ones are not shown.`,
  })
    .input(ExportListQuery)
    .output(z.object({ exports: z.array(Export), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listExports(ctx, input)),

  get: operation({
    ...reading,
    path: "/exports/{exportId}",
    summary: "Get an export",
    description: `${whoSees} The ETag is for \`If-Match\`: progress moves without a new revision, so the answer is never 304.`,
    errors: ["NOT_FOUND"],
    etag: "export.revision",
    movesByItself: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ export: await getExport(ctx, input.exportId) })),

  download: operation({
    ...reading,
    orScopes: [],
    path: "/exports/{exportId}/download",
    summary: "Get the download URL of an export",
    description:
      `The export with \`downloadUrl\`, where its file is fetched with GET and without a key for ${downloadMinutes} minutes, in ranges if need be. The address is judged at every use: it outlives neither its key nor ` +
      `the scopes in \`dataPermissions\`. Written to the audit trail. 409 unless the export is \`completed\`; files are kept for ${keptDays} days.`,
    tier: "sensitive",
    errors: ["NOT_FOUND", "INVALID_STATE_TRANSITION"],
    etag: "export.revision",
    movesByItself: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ export: await offerDownload(ctx, input.exportId) })),

  cancel: operation({
    ...writing,
    method: "POST",
    path: "/exports/{exportId}/cancel",
    summary: "Cancel an export",
    description: "One that is `queued` or `running`; nothing of its file is kept. 409 for one that is over.",
    emits: ["export.cancelled"],
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
    etag: "export.revision",
  })
    .input(Chosen)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ export: await cancelExport(ctx, input.exportId) })),

  remove: operation({
    ...writing,
    method: "DELETE",
    path: "/exports/{exportId}",
    summary: "Delete an export",
    description: "With its file, before its time is over. 409 for one that is `queued` or `running`: cancel it first.",
    emits: ["export.deleted"],
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(Chosen)
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      await deleteExport(ctx, input.exportId);
      return {};
    }),
};

/** Files that are made in the background, of one organization. Source: domain model, "Reports & Exports". */
export const exports = router(exportProcedures);
