import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const bulkArchive: readonly ArchiveDeclaration[] = [
  { table: "BulkJob", omitted: "The jobs themselves: what they wrote is in the archive." },
  { table: "BulkItem", omitted: "The results of jobs, kept for a week; what an item still has to send is encrypted." },
];
