/** Why an export failed, and what would cure it: in its list, in the notice and in the mail the same words. */
export const exportFailures = {
  too_large: { why: "It is larger than its format allows.", cure: "Narrow it, or choose another format." },
  not_allowed: { why: "The requester no longer has permission to see its data.", cure: "A member or key with the permissions can create it." },
  gone: { why: "Its report or case no longer exists.", cure: "Create an export of something else." },
  internal: { why: "An error occurred on our side.", cure: "Create it again; if it fails again, contact support." },
} as const;

export type ExportFailure = keyof typeof exportFailures;

export const exportFailureNames = Object.keys(exportFailures) as [ExportFailure, ...ExportFailure[]];

/** Both in one. */
export function describeExportFailure(failure: ExportFailure): string {
  const { why, cure } = exportFailures[failure];
  return `${why} ${cure}`;
}
