import * as z from "zod";
import type { OperationMeta } from "../../contract/operation.ts";
import { changesSomething, Id } from "../../contract/values/values.ts";
import { defineArea } from "../../rpc/area.ts";
import { operation } from "../../rpc/operation.ts";
import { importArchive } from "./archive.ts";
import { offerReport } from "./domain.downloads.ts";
import { previewImport } from "./domain.preview.ts";
import {
  beginWork,
  cancelImport,
  createImport,
  getImport,
  listImportRows,
  listImports,
  updateImport,
  type Operations,
} from "./domain.ts";
import { importEnumerations } from "./enumerations.ts";
import { importEvents } from "./events.ts";
import { importExamples } from "./examples.ts";
import { maxRows } from "./reading/domain.table.ts";
import {
  downloadMinutes,
  Import,
  ImportChanges,
  ImportFilter,
  ImportPreview,
  ImportRow,
  ImportRowFilter,
  keptDays,
  maxOpenImports,
  NewImport,
} from "./schema.ts";

const reading = { area: "Platform", scope: "imports:write", mcp: "never" } as const satisfies Partial<OperationMeta>;
const writing = { ...reading, readBy: "imports:write", bulk: false, etag: "import.revision" } as const;
const Chosen = z.strictObject({ importId: Id });
const Shown = z.object({ import: Import });
const ownOnly = "A key sees its own imports alone.";
const asRequests =
  "Each row runs as a request of the operation that creates or updates such a record: same scopes, rules, events and audit entries; the events have the import's ID as `correlationId`. ";
const workErrors = [
  "FORBIDDEN",
  "INTEGRATION_NOT_CONFIGURED",
  "STALE_REVISION",
  "INVALID_STATE_TRANSITION",
  "RATE_LIMITED",
] as const;

/** @param operations all of them, known once all areas are defined */
export function createImports(operations: Operations) {
  const procedures = createProcedures(operations);
  return {
    importProcedures: procedures,
    imports: defineArea(procedures, {
      examples: importExamples,
      events: [importEvents],
      enumerations: importEnumerations,
      archive: importArchive,
    }),
  };
}

function createProcedures(operations: Operations) {
  return {
    "imports.create": operation({
      ...writing,
      route: "POST /imports",
      summary: "Send a file to import",
      description:
        `Receives a CSV file or XLSX workbook of clients, contacts, medical providers, cases, tasks, notes or expenses, at most 25 MiB and ${maxRows} rows. A worker reads it, finds the columns by the names that Clio, Filevine, SmartAdvocate and others give them, and makes it \`ready\`: ` +
        "look at the preview, change the mapping, check, then start. Nothing is written before. " +
        "CSV may be UTF-8, UTF-16 or Windows-1252, with commas, semicolons, tabs or bars; of a workbook the first sheet is read. " +
        `An organization has at most ${maxOpenImports} imports at work (429).`,
      emits: ["import.created"],
      errors: ["RATE_LIMITED"],
      created: { location: "/imports/{import.id}" },
      upload: true,
    })
      .input(NewImport)
      .output(Shown)
      .mutation(async ({ ctx, input }) => ({ import: await createImport(ctx, input) })),

    "imports.list": operation({
      ...reading,
      route: "GET /imports",
      summary: "List imports",
      description: ownOnly,
    })
      .input(ImportFilter)
      .output(z.object({ imports: z.array(Import), nextCursor: z.string().nullable() }))
      .query(({ ctx, input }) => listImports(ctx, input)),

    "imports.get": operation({
      ...reading,
      route: "GET /imports/{importId}",
      summary: "Get an import",
      description: `${ownOnly} Poll it while it is at work, or wait for its events.`,
      etag: "import.revision",
    })
      .input(Chosen)
      .output(Shown)
      .query(async ({ ctx, input }) => ({ import: await getImport(ctx, input.importId) })),

    "imports.preview": operation({
      ...reading,
      route: "GET /imports/{importId}/preview",
      summary: "Preview an import",
      description:
        "Returns the fields that columns can fill, the first values of each column, and the first rows as the records that they would become, with the faults of their input. Whether the records that rows name exist is found by a check.",
    })
      .input(Chosen)
      .output(z.object({ preview: ImportPreview }))
      .query(async ({ ctx, input }) => ({ preview: await previewImport(ctx, operations, input.importId) })),

    "imports.update": operation({
      ...writing,
      route: "PATCH /imports/{importId}",
      summary: "Change the mapping of an import",
      description:
        "Changes what you send of a `ready` import. Another `kind` maps all columns again. A field that you give to a column is taken from the one that had it.",
      emits: ["import.updated"],
      errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
    })
      .input(ImportChanges.extend(Chosen.shape).refine(...changesSomething("importId")))
      .output(Shown)
      .mutation(async ({ ctx, input: { importId, ...changes } }) => ({
        import: await updateImport(ctx, importId, changes),
      })),

    "imports.check": operation({
      ...writing,
      route: "POST /imports/{importId}/check",
      summary: "Check the rows of an import",
      description:
        "Runs every row and keeps nothing of it: then the counts of the import are what starting it would do, the rejected rows say why, and their file can be downloaded.",
      emits: ["import.started"],
      errors: workErrors,
    })
      .input(Chosen)
      .output(Shown)
      .mutation(async ({ ctx, input }) => ({ import: await beginWork(ctx, operations, input.importId, "checking") })),

    "imports.start": operation({
      ...writing,
      route: "POST /imports/{importId}/start",
      summary: "Start an import",
      description:
        `${asRequests}A row whose \`externalId\` a record has updates it, or is skipped (\`existing\`); so the same file can be sent again. References, such as the client of a case, name records by the \`externalId\` that an earlier import gave them, or by their ID. ` +
        `Rows with faults are rejected, and the others imported. For ${keptDays} days after its end the import can be undone.`,
      emits: ["import.started"],
      errors: workErrors,
    })
      .input(Chosen)
      .output(Shown)
      .mutation(async ({ ctx, input }) => ({ import: await beginWork(ctx, operations, input.importId, "running") })),

    "imports.cancel": operation({
      ...writing,
      route: "POST /imports/{importId}/cancel",
      summary: "Cancel an import",
      description:
        "The rows under way end; those behind them are not imported. What was written stays, and can be undone.",
      emits: ["import.cancelled"],
      errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
    })
      .input(Chosen)
      .output(Shown)
      .mutation(async ({ ctx, input }) => ({ import: await cancelImport(ctx, input.importId) })),

    "imports.undo": operation({
      ...writing,
      route: "POST /imports/{importId}/undo",
      summary: "Undo an import",
      description:
        "Deletes the records that the import created and sets back those that it updated, the last row first. A record that changed since, that others were added to, or that cannot be deleted is kept, and its row says why. " +
        `Fails with 409 ${keptDays} days after the end of the import.`,
      emits: ["import.started"],
      errors: workErrors,
    })
      .input(Chosen)
      .output(Shown)
      .mutation(async ({ ctx, input }) => ({ import: await beginWork(ctx, operations, input.importId, "undoing") })),

    "imports.rows.list": operation({
      ...reading,
      route: "GET /imports/{importId}/rows",
      summary: "List the rows of an import",
      description:
        "Returns what became of the rows, in their order: after a check those with faults, after an import all. Rows are named by their numbers, without what they hold.",
    })
      .input(ImportRowFilter.extend(Chosen.shape))
      .output(z.object({ rows: z.array(ImportRow), nextCursor: z.string().nullable() }))
      .query(({ ctx, input: { importId, ...filter } }) => listImportRows(ctx, importId, filter)),

    "imports.download": operation({
      ...reading,
      route: "GET /imports/{importId}/download",
      summary: "Get the download URL of an import's rejected rows",
      description:
        `Returns the import with a \`downloadUrl\`, from which you download the rejected rows with GET, without a key, for ${downloadMinutes} minutes: the columns of your file, and why each row was rejected. Correct them and send the file again. ` +
        "The request is recorded in the audit log. Fails with 409 if there is no such file.",
      tier: "sensitive",
      errors: ["INVALID_STATE_TRANSITION"],
      etag: "import.revision",
      isVolatile: true,
    })
      .input(Chosen)
      .output(Shown)
      .query(async ({ ctx, input }) => ({ import: await offerReport(ctx, input.importId) })),
  };
}
