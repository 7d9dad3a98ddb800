import type { ArchivePart } from "../contract/export-parts.ts";
import type { Tables } from "../platform/database/tables.ts";

/** A table whose rows become a file of an organization's archive. */
export interface ArchivedTable {
  table: keyof Tables;
  /** A key with the part's scope reads every row: it must be the scope of the operation that lists them. */
  part: ArchivePart;
  /** File name without its extension. */
  file: string;
  /** The sort order: its primary key. */
  order: readonly string[];
  /** Owners by column: a row is included if all its owners are. The first leads to the case. */
  owners?: Readonly<Record<string, keyof Tables>>;
  /** Only in archives of the whole organization. */
  isOfOrganization?: true;
  /** Has `deletedAt`. Archives contain the rows that the API lists. */
  isSoftDeleted?: true;
}

/** A tenant table that archives omit, and why. */
export interface OmittedTable {
  table: keyof Tables;
  omitted: string;
}

/** How archives treat a tenant table. Every tenant table of an area has one. */
export type ArchiveDeclaration = ArchivedTable | OmittedTable;
