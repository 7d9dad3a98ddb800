import type { Scope } from "../../../contract/scopes.ts";
import { assertScopes } from "../../../rpc/authorize.ts";
import type { ExportWork } from "./domain.work.ts";

/** What the requester may see now, and what a downloader must be allowed to see. */
export function listAllowed({ export: { dataPermissions }, scopes }: ExportWork): ReadonlySet<Scope> {
  const shared: ReadonlySet<string> = new Set(dataPermissions);
  return new Set([...scopes].filter((scope) => shared.has(scope)));
}

/** @throws FORBIDDEN if the file may not contain data of one of the scopes */
export function assertContained(work: ExportWork, scopes: readonly Scope[]): void {
  const { principal, pending } = work.context;
  assertScopes({ principal: { ...principal, scopes: listAllowed(work) }, pending }, scopes);
}
