import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const clientArchive: readonly ArchiveDeclaration[] = [
  { table: "Client", part: "clients", file: "clients", order: ["id"], isSoftDeleted: true },
  {
    table: "ClientTag",
    part: "clients",
    file: "client-tags",
    order: ["clientId", "tag"],
    owners: { clientId: "Client" },
  },
  { table: "ClientSsn", omitted: "Social security numbers leave the database only through their own operation." },
];
