import { AppError } from "../../../contract/errors/error-codes.ts";
import type { Scope } from "../../../contract/scopes.ts";
import type { ExportWork } from "./domain.work.ts";

/** What the requester may see now, and what a downloader must be allowed to see. */
export function listAllowed({ export: { dataPermissions }, scopes }: ExportWork): ReadonlySet<Scope> {
  const shared: ReadonlySet<string> = new Set(dataPermissions);
  return new Set([...scopes].filter((scope) => shared.has(scope)));
}

/** @throws FORBIDDEN if the file may not contain data of one of the scopes */
export function assertScopes(work: ExportWork, scopes: readonly Scope[]): void {
  const allowed = listAllowed(work);
  const missing = scopes.filter((scope) => !allowed.has(scope));
  if (missing.length > 0)
    throw new AppError("FORBIDDEN", `The data of this export requires ${missing.join(", ")}`, {
      missingScopes: missing,
    });
}
