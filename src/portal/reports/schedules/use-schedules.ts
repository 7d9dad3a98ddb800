import { useTRPC } from "../../client/trpc.ts";
import { useChange } from "../../client/use-change.ts";
import { useInvalidate } from "../../client/use-invalidate.ts";
import { describeNextRun, type Schedule } from "./schedule-labels.ts";
import { schedules as t } from "./strings.ts";

export const useInvalidateSchedules = () => useInvalidate((trpc) => [trpc.reports.schedules.pathFilter()]);

export function useScheduleSwitch({ id, name, revision }: Schedule, timeZone: string) {
  const { schedules } = useTRPC().reports;
  const invalidate = useInvalidateSchedules();
  const pause = useChange(schedules.pause.mutationOptions(), { successMessage: () => t.wasPaused(name), invalidate });
  const resume = useChange(schedules.resume.mutationOptions(), {
    successMessage: ({ schedule }) => t.wasResumed(name, describeNextRun(schedule.nextRunAt, timeZone)),
    invalidate,
  });
  const at = { scheduleId: id, expectedRevision: revision };
  return {
    pause: () => pause.mutate(at),
    resume: () => resume.mutate(at),
    isBusy: pause.isPending || resume.isPending,
  };
}
