import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const serviceAccountArchive: readonly ArchiveDeclaration[] = [
  { table: "IntegrationKey", part: "organization", file: "integration-keys", order: ["id"], isOfOrganization: true },
  { table: "IntegrationKeySecret", omitted: "Digests of secrets." },
  { table: "KeyUse", part: "organization", file: "key-uses", order: ["keyId", "prefix"], isOfOrganization: true },
  { table: "KeyScopeUse", omitted: "Usage counters." },
  { table: "KeyOperationDay", omitted: "Usage counters." },
  { table: "KeyUsageDay", omitted: "Usage counters." },
  { table: "KeyUsageHour", omitted: "Usage counters." },
  { table: "LegacyCredential", omitted: "Credentials." },
];
