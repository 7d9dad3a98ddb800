const causes = {
  not_allowed: (ownerName: string) =>
    `Its owner, ${ownerName}, no longer has permission to export this report. A member with the permission can create a new schedule.`,
  report_gone: (ownerName: string) => `Its report was deleted, or its owner, ${ownerName}, can no longer view it.`,
  report_changed: () =>
    "The report or one of its fields changed and the schedule is no longer valid. Edit the schedule, then resume it.",
} as const;

/** Why a schedule of a report was paused by itself, in sentences of the email and of the portal. */
export const describePause = (cause: keyof typeof causes, ownerName: string): string => causes[cause](ownerName);
