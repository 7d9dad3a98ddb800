import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const importArchive: readonly ArchiveDeclaration[] = [
  { table: "Import", omitted: "The imports themselves: what they wrote is in the archive." },
  { table: "ImportRow", omitted: "What became of rows, kept for a week." },
];
