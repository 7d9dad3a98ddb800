/**
 * Shows a step while it is done, and how long it took: with a spinner on a terminal, else as plain lines.
 *
 * @param work gets a function that shows a remark beneath the title; returns what the step did, or null to say nothing
 *   more
 */
export function showStep<Result>(
  title: string,
  work: (remark: (text: string) => void) => Promise<Result>,
): Promise<Result>;
