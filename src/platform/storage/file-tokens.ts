import type { InstallationKeys } from "../crypto/installation-keys.ts";

/** The path of uploads and downloads. They need no API key: the URL contains an encrypted token. */
export const filesPath = "/api/files";

/**
 * The contents of a token by its use. `keyId` and `memberId` are the requester, whose permission is checked at every
 * use.
 */
export interface FileTokens {
  upload: { organizationId: string; uploadId: string };
  /** `expiresAt` in milliseconds since 1970; `keyId` is null for a member. */
  download: { organizationId: string; documentId: string; versionId: string; keyId: string | null; expiresAt: number };
  export: {
    organizationId: string;
    exportId: string;
    keyId: string | null;
    memberId: string | null;
    expiresAt: number;
  };
  /** Of the rows that an import rejected. */
  import: {
    organizationId: string;
    importId: string;
    keyId: string | null;
    memberId: string | null;
    expiresAt: number;
  };
  /** Of a member who edits the template. */
  esign_template: { organizationId: string; templateId: string; memberId: string; expiresAt: number };
}
export type FileTokenUse = keyof FileTokens;

export interface PresentedToken {
  token: string;
  clientIp: string;
}

/** Encrypts the token of a file URL: it reveals nothing and cannot be forged. */
export function encryptFileToken<Use extends FileTokenUse>(
  installationKeys: InstallationKeys,
  use: Use,
  contents: FileTokens[Use],
): string {
  return installationKeys.encrypt(`file token: ${use}`, JSON.stringify(contents)).toString("base64url");
}

/** @returns null for a token that this installation did not encrypt for this use */
export function decryptFileToken<Use extends FileTokenUse>(
  installationKeys: InstallationKeys,
  use: Use,
  token: string,
): FileTokens[Use] | null {
  if (!/^[A-Za-z0-9_-]{60,1000}$/.test(token)) return null;
  const ciphertext = Buffer.from(token, "base64url");
  // Only the issued spelling is valid: several base64url texts decode to the same bytes.
  const text =
    ciphertext.toString("base64url") === token ? installationKeys.decrypt(`file token: ${use}`, ciphertext) : null;
  return text === null ? null : (JSON.parse(text) as FileTokens[Use]);
}
