/** Why an export failed and what to do. The list, the notification and the mail use the same texts. */
export const exportFailures = {
  too_large: {
    why: "The file would exceed the size limit of its format.",
    cure: "Use more filters, or choose another format.",
  },
  not_allowed: {
    why: "The requester no longer has permission to view its data.",
    cure: "A member with the permission can create it.",
  },
  gone: { why: "The report or record no longer exists.", cure: "Export another report or record." },
  internal: {
    why: "An internal error occurred.",
    cure: "Create the export again. If it fails again, contact support.",
  },
} as const;

export type ExportFailure = keyof typeof exportFailures;

export const exportFailureNames = Object.keys(exportFailures) as [ExportFailure, ...ExportFailure[]];

export function describeExportFailure(failure: ExportFailure): string {
  const { why, cure } = exportFailures[failure];
  return `${why} ${cure}`;
}
