import * as z from "zod";
import { Actor } from "../../contract/actor.ts";
import { namedEnum, oneOf } from "../../contract/enumeration.ts";
import { HistorySort, listPageLimit, pageInput } from "../../contract/page.ts";
import { base64File } from "../../contract/values/base64-file.ts";
import { Id, Instant, isUnique, Name, text, versionFields } from "../../contract/values/values.ts";
import { importEnumerations as e } from "./enumerations.ts";
import { maxColumns } from "./reading/domain.csv.ts";

/*
 * The terms of imports, as other products have them:
 *
 * - import: a file, and the work on its rows.
 * - mapping: which column fills which field of a record.
 * - check: a rehearsal ("dry run"): each row is run as an import would, and nothing of it is kept.
 * - rejected: a row with faults, of which nothing was written.
 * - undo: deletes what an import created, and sets back what it updated, unless it changed since.
 */

/** How long an import can be undone, and its files and rows are kept, after its end. */
export const keptDays = 7;
export const keptMilliseconds = keptDays * 86_400_000;
/** How long a URL of the rejected rows works. */
export const downloadMinutes = 15;
/** Imports of an organization that are at work at most. */
export const maxOpenImports = 3;
/** The first rows that a preview shows. */
export const previewRows = 20;

export const ImportKind = oneOf(e.importKind);
const count = z.int();

const ImportColumn = z
  .object({
    index: z.int().meta({ description: "The place in the row, from 0." }),
    name: z.string().meta({ description: "As the file has it; a repeated name is followed by its number." }),
    field: z.string().nullable().meta({ description: "The field that it fills; null if it is left out." }),
  })
  .meta({ id: "ImportColumn" });
const ImportDefault = z.object({ field: z.string(), value: z.string() }).meta({ id: "ImportDefault" });

export const Import = z
  .object({
    id: Id,
    organizationId: Id,
    fileName: z.string(),
    format: namedEnum("ImportFormat", ["csv", "xlsx", "xls", "ods"])
      .nullable()
      .meta({ description: "null until the file was read." }),
    kind: ImportKind.nullable().meta({ description: "null until the file was read, unless you chose it." }),
    source: oneOf(e.importSource),
    status: oneOf(e.importStatus),
    failure: oneOf(e.importFailure).nullable(),
    existing: oneOf(e.importExisting),
    dateOrder: oneOf(e.importDateOrder),
    columns: z.array(ImportColumn),
    defaults: z.array(ImportDefault),
    rowCount: count.nullable().meta({ description: "Rows below the names of the columns that are not blank." }),
    handled: count.meta({ description: "How many rows the current work, or the last, has handled." }),
    created: count,
    updated: count,
    skipped: count,
    rejected: count,
    undone: count.meta({ description: "Rows whose record was deleted or set back." }),
    kept: count.meta({ description: "Rows that were not undone: their record changed since, or is in use." }),
    checkedAt: Instant.nullable().meta({
      description: "When the last check ended; its counts are what an import would do. null after a change.",
    }),
    attorneyId: Id.nullable().meta({
      description: "The attorney on whose behalf a member imports tasks and notes; of a key its acting attorney does.",
    }),
    hasReport: z.boolean().meta({ description: "Whether there is a file of the rejected rows." }),
    downloadUrl: z.string().nullable().meta({ description: "Only `imports.download` returns one." }),
    downloadUrlExpiresAt: Instant.nullable(),
    requestedBy: Actor,
    startedAt: Instant.nullable(),
    finishedAt: Instant.nullable(),
    expiresAt: Instant.meta({
      description: `When its files and rows are deleted, and it can no longer be undone: ${keptDays} days after its end.`,
    }),
    ...versionFields,
  })
  .meta({ id: "Import" });
export type Import = z.infer<typeof Import>;

/** Without what a file brought: its name may be a client's, and so may what it has instead of names of columns. */
export const ImportInEvent = Import.omit({
  fileName: true,
  columns: true,
  defaults: true,
  downloadUrl: true,
  downloadUrlExpiresAt: true,
}).meta({ id: "ImportInEvent" });
export type ImportInEvent = z.infer<typeof ImportInEvent>;

const options = {
  kind: ImportKind.optional().meta({ description: "By default what the names of the columns tell." }),
  existing: oneOf(e.importExisting).optional().meta({ description: "By default `update`." }),
  dateOrder: oneOf(e.importDateOrder).optional().meta({ description: "By default `month_first`." }),
};

export const NewImport = z.strictObject({
  fileName: Name.meta({ description: "By default that of a form's file.", example: "clients.csv" }),
  content: base64File("The file").optional(),
  ...options,
});
export type NewImport = Omit<z.infer<typeof NewImport>, "content">;

const FieldName = text(1, 50).regex(/^[A-Za-z0-9]+$/, "must be the name of a field");

export const ImportChanges = z.strictObject({
  ...options,
  columns: z
    .array(
      z.strictObject({
        index: z
          .int()
          .min(0)
          .max(maxColumns - 1),
        field: FieldName.nullable(),
      }),
    )
    .min(1)
    .max(maxColumns)
    .refine((columns) => isUnique(columns.map(({ index }) => index)), "must not contain a column twice")
    .optional()
    .meta({ description: "The columns whose field changes; others keep theirs. A field is filled by one column." }),
  defaults: z
    .array(z.strictObject({ field: FieldName, value: text(1, 500) }))
    .max(30)
    .refine((defaults) => isUnique(defaults.map(({ field }) => field)), "must not contain a field twice")
    .optional()
    .meta({ description: "Replaces the list: values for rows whose cell is blank, or that no column fills." }),
  attorneyId: Id.nullable().optional().meta({ description: "Only of imports of members." }),
});
export type ImportChanges = z.infer<typeof ImportChanges>;

export const ImportFilter = z.strictObject({
  ...pageInput(listPageLimit),
  sort: HistorySort.default("newest"),
  status: oneOf(e.importStatus).optional(),
});
export type ImportFilter = z.infer<typeof ImportFilter>;

const RowFault = z
  .object({
    column: z.string().nullable().meta({ description: "null for the row as a whole." }),
    message: z.string().meta({ description: "Without what the cell holds." }),
  })
  .meta({ id: "ImportRowFault" });

export const ImportRow = z
  .object({
    number: z.int().meta({ description: "As a spreadsheet counts rows, from 1." }),
    outcome: oneOf(e.importRowOutcome),
    recordId: Id.nullable(),
    faults: z.array(RowFault).meta({ description: "Of a rejected row, and why a record was kept." }),
  })
  .meta({ id: "ImportRow" });
export type ImportRow = z.infer<typeof ImportRow>;

export const ImportRowFilter = z.strictObject({
  ...pageInput({ maximum: 500, default: 200 }),
  outcome: oneOf(e.importRowOutcome).optional(),
});
export type ImportRowFilter = z.infer<typeof ImportRowFilter>;

/** How a file would be imported: what each column fills, and the first rows as records. */
export const ImportPreview = z
  .object({
    fields: z
      .array(z.object({ name: z.string(), label: z.string(), choices: z.array(z.string()) }))
      .meta({ description: "The fields of the kind that a column can fill." }),
    columns: z.array(
      ImportColumn.extend({ samples: z.array(z.string()).meta({ description: "The first values, at most 3." }) }).meta({
        id: "ImportColumnPreview",
      }),
    ),
    rows: z
      .array(
        z
          .object({
            number: z.int(),
            operation: z.string().nullable().meta({ description: "Which operation creates the record." }),
            body: z.record(z.string(), z.unknown()).meta({ description: "With which body." }),
            faults: z.array(RowFault),
          })
          .meta({ id: "ImportRowPreview" }),
      )
      .max(previewRows),
  })
  .meta({ id: "ImportPreview" });
export type ImportPreview = z.infer<typeof ImportPreview>;
