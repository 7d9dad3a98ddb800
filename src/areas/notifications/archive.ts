import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const notificationArchive: readonly ArchiveDeclaration[] = [
  { table: "Notification", omitted: "Personal to a member." },
];
