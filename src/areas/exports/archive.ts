import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const exportArchive: readonly ArchiveDeclaration[] = [
  { table: "Export", omitted: "The exports themselves, including the running one: its progress would make two files of the same records differ." },
];
