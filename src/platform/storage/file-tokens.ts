import type { InstallationKeys } from "../crypto/installation-keys.ts";

/** Below which path bytes are sent and fetched, outside the API: no key, a signed URL instead. */
export const filesPath = "/api/files";

/** What the signed URL of an upload names. */
export interface UploadToken {
  organizationId: string;
  uploadId: string;
}

/** What the signed URL of a download names. */
export interface DownloadToken {
  organizationId: string;
  documentId: string;
  versionId: string;
  /** The requesting key, which must still be live; null for a member. */
  keyId: string | null;
  /** Until when it holds: milliseconds since 1970. */
  expiresAt: number;
}

/** What the signed URL of an export's file names. */
export interface ExportToken {
  organizationId: string;
  exportId: string;
  /** The requesting key or member, which must still have permission for the file. */
  keyId: string | null;
  memberId: string | null;
  /** Until when it holds: milliseconds since 1970. */
  expiresAt: number;
}

const uses = { upload: "address of an upload", download: "address of a download", export: "address of an export" } as const;

/** Encrypts what an address names: it shows nothing, and nobody else can make one. */
export function encryptUploadToken(installationKeys: InstallationKeys, address: UploadToken): string {
  return installationKeys.encrypt(uses.upload, JSON.stringify(address)).toString("base64url");
}

export function encryptDownloadToken(installationKeys: InstallationKeys, address: DownloadToken): string {
  return installationKeys.encrypt(uses.download, JSON.stringify(address)).toString("base64url");
}

export function encryptExportToken(installationKeys: InstallationKeys, address: ExportToken): string {
  return installationKeys.encrypt(uses.export, JSON.stringify(address)).toString("base64url");
}

/** @returns null for what this installation did not seal for this use */
export function decryptUploadToken(installationKeys: InstallationKeys, token: string): UploadToken | null {
  return open(installationKeys, uses.upload, token) as UploadToken | null;
}

export function decryptDownloadToken(installationKeys: InstallationKeys, token: string): DownloadToken | null {
  return open(installationKeys, uses.download, token) as DownloadToken | null;
}

export function decryptExportToken(installationKeys: InstallationKeys, token: string): ExportToken | null {
  return open(installationKeys, uses.export, token) as ExportToken | null;
}

function open(installationKeys: InstallationKeys, use: string, token: string): unknown {
  if (!/^[A-Za-z0-9_-]{60,1000}$/.test(token)) return null;
  const sealed = Buffer.from(token, "base64url");
  // An address has one spelling.
  const text = sealed.toString("base64url") === token ? installationKeys.decrypt(use, sealed) : null;
  return text === null ? null : JSON.parse(text);
}

/** An address as somebody uses it. */
export interface PresentedToken {
  token: string;
  /** From where. */
  clientIp: string;
}
