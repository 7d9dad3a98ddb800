import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const jurisdictionRuleArchive: readonly ArchiveDeclaration[] = [{ table: "JurisdictionRule", part: "organization", file: "jurisdiction-rules", order: ["id"], isOfOrganization: true }];
