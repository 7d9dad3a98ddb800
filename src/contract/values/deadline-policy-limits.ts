/** Of the list of days before a deadline on which members are warned. */
export const warningDaysLimits = { maximum: 1_095, maxCount: 20 } as const;

/** Of the days after which attorneys are reminded of what waits for a second person. */
export const reminderDaysLimits = { minimum: 1, maximum: 365 } as const;

/** Whether each day is smaller than the one before. */
export function isDescending(days: readonly number[]): boolean {
  return days.every((day, index) => index === 0 || day < (days[index - 1] ?? 0));
}
