import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useMutationWithConfirmation } from "../../client/confirmation.tsx";
import { readError } from "../../client/portal-error.ts";
import { useTRPC } from "../../client/trpc.ts";
import { useOrganization } from "../../shell/account-context.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { QueryFallback } from "../../ui/feedback/query-fallback.tsx";
import { SkeletonText } from "../../ui/feedback/skeleton.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import type { WholeReport } from "../report-types.ts";
import { ScheduleFields } from "./schedule-fields.tsx";
import { validateSchedule, newSchedule, readSchedule, writeSchedule, type ScheduleValues } from "./schedule-form.ts";
import { describeNextRun, type Schedule } from "./schedule-labels.ts";
import { scheduleDialog as t } from "./strings.ts";
import { useInvalidateSchedules } from "./use-schedules.ts";

interface ScheduleDialogProps {
  reportId: string;
  /** null for a new schedule. */
  schedule: Schedule | null;
  onClose: () => void;
}

export function ScheduleDialog({ reportId, schedule, onClose }: ScheduleDialogProps) {
  const trpc = useTRPC();
  const [isBusy, setBusy] = useState(false);
  const query = useQuery(trpc.reports.get.queryOptions({ reportId }));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={schedule === null ? t.createSchedule : t.editSchedule}
      description={t.description}
      footer={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" form="schedule" variant="primary" busy={isBusy} disabled={query.data === undefined}>
            {schedule === null ? t.createSchedule : t.saveChanges}
          </Button>
        </>
      }
    >
      {query.data === undefined ? (
        <QueryFallback query={query} what={t.report} placeholder={<SkeletonText lines={10} />} />
      ) : (
        <ScheduleForm report={query.data.report} schedule={schedule} onBusy={setBusy} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface ScheduleFormProps extends Pick<ScheduleDialogProps, "schedule" | "onClose"> {
  report: WholeReport;
  onBusy: (isBusy: boolean) => void;
}

function ScheduleForm({ report, schedule, onBusy, onClose }: ScheduleFormProps) {
  const { memberId, timezone } = useOrganization();
  const shown = schedule?.parameters === null ? null : report.parameters;
  const parameters = shown ?? [];
  const [values, setValues] = useState(() =>
    schedule === null ? newSchedule(report.name, memberId, parameters) : readSchedule(schedule, parameters),
  );
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [isSent, setSent] = useState(false);
  const save = useSave({ report, parameters: shown, schedule, onClose, onBusy, onFaults: setFaults });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isSent && Object.keys(faults).length > 0)
      form.current
        ?.querySelector<HTMLElement>('[aria-invalid="true"], fieldset[aria-describedby$="-error"] input')
        ?.focus();
    // Only on submit, not while the user corrects.
  }, [isSent, faults]);
  const change = (changes: Partial<ScheduleValues>) => setValues({ ...values, ...changes });
  const send = (event: FormEvent) => {
    event.preventDefault();
    // A dialog is inside the React tree of the form that opened it; this submission must not bubble to it.
    event.stopPropagation();
    const checked = validateSchedule(values, parameters);
    setFaults(checked);
    setSent(true);
    if (Object.keys(checked).length === 0) void save.send(values);
  };
  return (
    <form ref={form} id="schedule" onSubmit={send} noValidate className="grid gap-5">
      <ScheduleFields values={values} change={change} parameters={parameters} faults={faults} timeZone={timezone} />
      {save.rejection !== null && (
        <Banner tone="danger" title={t.scheduleWasNotSaved} live>
          {save.rejection}
        </Banner>
      )}
    </form>
  );
}

interface SaveOptions extends Pick<ScheduleFormProps, "report" | "schedule" | "onClose" | "onBusy"> {
  parameters: WholeReport["parameters"] | null;
  onFaults: (faults: Readonly<Record<string, string>>) => void;
}

function useSave({ report, parameters, schedule, onClose, onBusy, onFaults }: SaveOptions) {
  const { timezone } = useOrganization();
  const trpc = useTRPC();
  const showToast = useToast();
  const invalidate = useInvalidateSchedules();
  const create = useMutationWithConfirmation(trpc.reports.schedules.create.mutationOptions());
  const update = useMutationWithConfirmation(trpc.reports.schedules.update.mutationOptions());
  const [rejection, setRejection] = useState<string | null>(null);
  const send = async (values: ScheduleValues) => {
    setRejection(null);
    onBusy(true);
    try {
      const written = writeSchedule(values, parameters);
      const saved = await (schedule === null
        ? create.mutateAsync({ reportId: report.id, ...written })
        : update.mutateAsync({ scheduleId: schedule.id, expectedRevision: schedule.revision, ...written }));
      showToast(t.isSaved(saved.schedule.name, describeNextRun(saved.schedule.nextRunAt, timezone)));
      onClose();
    } catch (error) {
      const { code, message, faults } = readError(error);
      // Errors without a field in the dialog are shown above it.
      onFaults(Object.fromEntries(faults.map(({ path, message: fault }) => [path.replace(/^timing\./, ""), fault])));
      if (code !== "CANCELLED") setRejection(message);
    } finally {
      onBusy(false);
      await invalidate();
    }
  };
  return { rejection, send };
}
