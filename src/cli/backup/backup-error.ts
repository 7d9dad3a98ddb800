/** A message for the operator. */
export class BackupError extends Error {}
