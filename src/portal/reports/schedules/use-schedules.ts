import { useQueryClient } from "@tanstack/react-query";
import { useMutationWithConfirmation } from "../../client/confirmation.tsx";
import { useTRPC } from "../../client/trpc.ts";
import { useShowError } from "../../client/use-show-error.ts";
import { useToast } from "../../ui/overlays/toast.tsx";
import { describeNextRun, type Schedule } from "./schedule-labels.ts";

export function useInvalidateSchedules(): () => Promise<void> {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: trpc.reports.schedules.pathKey() });
}

export function useScheduleSwitch({ id, name, revision }: Schedule, timeZone: string) {
  const trpc = useTRPC();
  const showToast = useToast();
  const showError = useShowError();
  const invalidate = useInvalidateSchedules();
  const onError = (error: unknown) => showError(error);
  const pause = useMutationWithConfirmation(
    trpc.reports.schedules.pause.mutationOptions({ onSuccess: () => showToast(`“${name}” was paused. No files are created until it is resumed.`), onError, onSettled: invalidate }),
  );
  const resume = useMutationWithConfirmation(
    trpc.reports.schedules.resume.mutationOptions({
      onSuccess: ({ schedule }) => showToast(`“${name}” was resumed. Next run: ${describeNextRun(schedule.nextRunAt, timeZone)}.`),
      onError,
      onSettled: invalidate,
    }),
  );
  const at = { scheduleId: id, expectedRevision: revision };
  return { pause: () => pause.mutate(at), resume: () => resume.mutate(at), isBusy: pause.isPending || resume.isPending };
}
