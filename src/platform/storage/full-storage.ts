/** Codes of the operating system, and of PostgreSQL (appendix A: disk_full). */
const fullCodes = new Set(["ENOSPC", "EDQUOT", "53100"]);
/** HTTP's 507 (RFC 4918), with which servers for S3 say that they have no room. */
const insufficientStorage = 507;

/** Whether an error says that a disk, a quota or a bucket is full, also when another error wraps it. */
export function isStorageFull(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  if ("code" in error && typeof error.code === "string" && fullCodes.has(error.code)) return true;
  if (readStatus(error) === insufficientStorage) return true;
  return "cause" in error && isStorageFull(error.cause);
}

/** The status of an error of the AWS SDK. */
function readStatus(error: object): unknown {
  if (!("$metadata" in error) || typeof error.$metadata !== "object" || error.$metadata === null) return undefined;
  return "httpStatusCode" in error.$metadata ? error.$metadata.httpStatusCode : undefined;
}
