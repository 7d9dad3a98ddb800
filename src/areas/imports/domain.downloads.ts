import { invalidState, notFound } from "../../contract/errors/error-codes.ts";
import type { InstallationKeys } from "../../platform/crypto/installation-keys.ts";
import {
  decryptFileToken,
  encryptFileToken,
  filesPath,
  type PresentedToken,
} from "../../platform/storage/file-tokens.ts";
import { objectKey } from "../../platform/storage/storage.ts";
import { isAllowedNetwork } from "../../rpc/authorize.ts";
import { recordAuditEntry, type Context } from "../../rpc/context.ts";
import type { UnitOfWork } from "../../rpc/unit-of-work.ts";
import { describeImport, getImportRecord } from "./domain.ts";
import { downloadMinutes, type Import } from "./schema.ts";
import { findImportRequester } from "./work/domain.requesters.ts";
import { findReport } from "./work/store.ts";

/**
 * Signs a URL from which the caller can download the rejected rows.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION if there is no such file
 */
export async function offerReport(context: Context, importId: string): Promise<Import> {
  const { organizationId, principal, installationKeys, files } = context;
  if (files === undefined) throw new Error("no storage is configured for this transaction");
  const shown = describeImport(await getImportRecord(context, importId));
  if ((await findReport(context, importId)) === undefined)
    throw invalidState(
      "The import has no file of rejected rows: no row was rejected, no check or import has ended, or it has expired",
    );
  const expiresAt = Date.now() + downloadMinutes * 60_000;
  const keyId = principal.kind === "integration_key" ? principal.keyId : null;
  const memberId = principal.kind === "member" ? principal.memberId : null;
  const token = encryptFileToken(installationKeys, "import", { organizationId, importId, keyId, memberId, expiresAt });
  recordAuditEntry(context, { entity: "import", id: importId }, [{ entity: "import", id: importId }]);
  return {
    ...shown,
    downloadUrl: `${files.baseUrl}${filesPath}/${token}`,
    downloadUrlExpiresAt: new Date(expiresAt).toISOString(),
  };
}

interface DownloadedFile {
  key: string;
  fileName: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
}

/**
 * Validates a signed URL now.
 *
 * @returns null if it is not a URL of an import
 * @throws NOT_FOUND if it is no longer valid
 */
export async function findImportReport(
  { database, installationKeys }: { database: UnitOfWork["database"]; installationKeys: InstallationKeys },
  { token, clientIp }: PresentedToken,
): Promise<DownloadedFile | null> {
  const address = decryptFileToken(installationKeys, "import", token);
  if (address === null) return null;
  const { organizationId, importId, expiresAt } = address;
  const file = await database.withTenantTransaction(organizationId, async (transaction) => {
    const context = { organizationId, transaction };
    const requester = await findImportRequester(context, address);
    return requester !== null && isAllowedNetwork(requester, clientIp) ? findReport(context, importId) : undefined;
  });
  // One message for every reason, so that guessing reveals nothing.
  if (file === undefined || expiresAt <= Date.now()) throw notFound("File URL");
  const stem = file.fileName.replace(/\.[^.]{1,5}$/u, "").slice(0, 180);
  return {
    key: objectKey(organizationId, file.objectId),
    fileName: `${stem}-rejected.csv`,
    contentType: "text/csv; charset=utf-8",
    sizeBytes: file.sizeBytes,
    sha256: file.sha256,
  };
}
