import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const requestLogArchive: readonly ArchiveDeclaration[] = [
  { table: "RequestLog", omitted: "A technical log, kept for 30 days." },
  { table: "RequestLogGap", omitted: "A technical log, kept for 30 days." },
];
