/** Why an export failed, and what would cure it: in its list, in the notice and in the mail the same words. */
export const exportFailures = {
  too_large: { why: "It would be larger than a file of its format may be.", cure: "Narrow it, or choose another format." },
  not_allowed: { why: "Whoever asked for it may not see its data any more.", cure: "Somebody with the permissions can ask for it." },
  gone: { why: "What it is about is no longer there.", cure: "Make an export of something else." },
  internal: { why: "The fault was ours.", cure: "Ask for it again; if it fails again, tell support." },
} as const;

export type ExportFailure = keyof typeof exportFailures;

export const exportFailureNames = Object.keys(exportFailures) as [ExportFailure, ...ExportFailure[]];

/** Both in one. */
export function describeExportFailure(failure: ExportFailure): string {
  const { why, cure } = exportFailures[failure];
  return `${why} ${cure}`;
}
