import { invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import {
  filesPath,
  decryptFileToken,
  encryptFileToken,
  type PresentedToken,
} from "../../../platform/storage/file-tokens.ts";
import { objectKey } from "../../../platform/storage/storage.ts";
import type { InstallationKeys } from "../../../platform/crypto/installation-keys.ts";
import { isAllowedNetwork } from "../../../rpc/authorize.ts";
import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import type { UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { assertDataPermissions } from "../../reports/domain.ts";
import { findRequester, canDownload } from "../domain.requesters.ts";
import { describeExport, getExportRow, relateExport } from "../domain.ts";
import { downloadMinutes, type Export } from "../schema.ts";
import { findFile } from "../work/store.ts";

export interface ExportFile {
  key: string;
  fileName: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
}

/**
 * Signs a URL from which the caller can download the file.
 *
 * @throws NOT_FOUND; FORBIDDEN if the caller may no longer see its data; INVALID_STATE_TRANSITION if there is no file
 */
export async function offerDownload(context: Context, exportId: string): Promise<Export> {
  const { organizationId, principal, installationKeys, files } = context;
  if (files === undefined) throw new Error("no storage is configured for this transaction");
  const row = await getExportRow(context, exportId);
  const shown = describeExport(row);
  assertDataPermissions(context, row.dataPermissions as Parameters<typeof assertDataPermissions>[1]);
  if (row.status !== "completed")
    throw invalidState(`The export is ${row.status}: only a completed export can be downloaded`);
  if ((await findFile(context, exportId)) === undefined)
    throw invalidState("The export has expired and its file was deleted; create another export");
  const expiresAt = Date.now() + downloadMinutes * 60_000;
  const keyId = principal.kind === "integration_key" ? principal.keyId : null;
  const memberId = principal.kind === "member" ? principal.memberId : null;
  const token = encryptFileToken(installationKeys, "export", { organizationId, exportId, keyId, memberId, expiresAt });
  recordAuditEntry(context, { entity: "export", id: exportId }, await relateExport(context, row));
  return {
    ...shown,
    downloadUrl: `${files.baseUrl}${filesPath}/${token}`,
    downloadUrlExpiresAt: new Date(expiresAt).toISOString(),
  };
}

/**
 * Validates a signed URL now.
 *
 * @returns null if it is not a URL of an export
 * @throws NOT_FOUND if it is no longer valid
 */
export async function findExportFile(
  { database, installationKeys }: { database: UnitOfWork["database"]; installationKeys: InstallationKeys },
  { token, clientIp }: PresentedToken,
): Promise<ExportFile | null> {
  const address = decryptFileToken(installationKeys, "export", token);
  if (address === null) return null;
  const { organizationId, exportId, expiresAt } = address;
  const file = await database.withTenantTransaction(organizationId, async (transaction) => {
    const context = { organizationId, transaction };
    const requester = await findRequester(context, address);
    const found =
      requester !== null && isAllowedNetwork(requester, clientIp) ? await findFile(context, exportId) : undefined;
    return requester !== null && found !== undefined && canDownload(requester, found.dataPermissions)
      ? found
      : undefined;
  });
  // One message for every reason, so that guessing reveals nothing.
  if (file === undefined || expiresAt <= Date.now()) throw notFound("File URL");
  const { objectId, fileName, contentType, sizeBytes, sha256 } = file;
  return { key: objectKey(organizationId, objectId), fileName, contentType, sizeBytes, sha256 };
}
