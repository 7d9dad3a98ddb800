import { notFound } from "../../../contract/errors/error-codes.ts";
import type { InstallationKeys } from "../../../platform/crypto/installation-keys.ts";
import {
  decryptFileToken,
  encryptFileToken,
  filesPath,
  type PresentedToken,
} from "../../../platform/storage/file-tokens.ts";
import { objectKey } from "../../../platform/storage/storage.ts";
import type { Context } from "../../../rpc/context.ts";
import type { UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { findTemplateFile } from "./store.ts";
import { isManager } from "./store.managers.ts";

/** How long the portal may take to read a file that it shows. */
const fileMinutes = 5;

/**
 * Signs a URL from which the portal reads a template's file to show it.
 *
 * @throws NOT_FOUND
 */
export async function offerTemplateFile(context: Context, templateId: string): Promise<{ url: string }> {
  const { organizationId, principal, installationKeys, files } = context;
  if (files === undefined || principal.kind !== "member") throw new Error("only the portal shows files of templates");
  if ((await findTemplateFile(context, templateId)) === undefined) throw notFound("Template");
  const { memberId } = principal;
  const expiresAt = Date.now() + fileMinutes * 60_000;
  const token = encryptFileToken(installationKeys, "esign_template", {
    organizationId,
    templateId,
    memberId,
    expiresAt,
  });
  return { url: `${filesPath}/${token}` };
}

export interface ShownTemplateFile {
  key: string;
  fileName: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
}

/**
 * Validates a signed URL now.
 *
 * @returns null if it is not a URL of a template's file
 * @throws NOT_FOUND if it is no longer valid
 */
export async function findOfferedTemplateFile(
  { database, installationKeys }: { database: UnitOfWork["database"]; installationKeys: InstallationKeys },
  { token }: PresentedToken,
): Promise<ShownTemplateFile | null> {
  const address = decryptFileToken(installationKeys, "esign_template", token);
  if (address === null) return null;
  const { organizationId, templateId, memberId, expiresAt } = address;
  const file = await database.withTenantTransaction(organizationId, async (transaction) => {
    const context = { organizationId, transaction };
    return (await isManager(context, memberId)) ? findTemplateFile(context, templateId) : undefined;
  });
  // One message for every reason, so that guessing reveals nothing.
  if (file === undefined || expiresAt <= Date.now()) throw notFound("File URL");
  const { objectId, fileName, sizeBytes, sha256 } = file;
  return { key: objectKey(organizationId, objectId), fileName, contentType: "application/pdf", sizeBytes, sha256 };
}
