import { useTRPC } from "../../client/trpc.ts";
import { useChange } from "../../client/use-change.ts";
import { useInvalidate } from "../../client/use-invalidate.ts";
import { describeNextRun, type Schedule } from "./schedule-labels.ts";
import { schedules as t } from "./strings.ts";

export const useInvalidateSchedules = () => useInvalidate((trpc) => [trpc.reports.schedules.pathFilter()]);

export function useScheduleSwitch({ id, name, revision }: Schedule, timeZone: string) {
  const { schedules } = useTRPC().reports;
  const refetch = useInvalidateSchedules();
  const pause = useChange(schedules.pause.mutationOptions(), { done: () => t.wasPaused(name), refetch });
  const resume = useChange(schedules.resume.mutationOptions(), {
    done: ({ schedule }) => t.wasResumed(name, describeNextRun(schedule.nextRunAt, timeZone)),
    refetch,
  });
  const at = { scheduleId: id, expectedRevision: revision };
  return {
    pause: () => pause.mutate(at),
    resume: () => resume.mutate(at),
    isBusy: pause.isPending || resume.isPending,
  };
}
