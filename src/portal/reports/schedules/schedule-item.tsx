import { useState } from "react";
import { DeleteDialog } from "../../client/delete-dialog.tsx";
import { useTRPC } from "../../client/trpc.ts";
import { useChange } from "../../client/use-change.ts";
import { useOrganization } from "../../shell/account-context.tsx";
import { Button } from "../../ui/button.tsx";
import { TextLink } from "../../ui/link.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { StatusBadge } from "../../ui/feedback/status-badge.tsx";
import { joinList } from "../../ui/join-list.ts";
import { formatLabels, pauseLabels, describeNextRun, describeTiming, type Schedule } from "./schedule-labels.ts";
import { useMemberNames } from "../use-reports.ts";
import { scheduleItem as t } from "./strings.ts";
import { useInvalidateSchedules, useScheduleSwitch } from "./use-schedules.ts";

interface ScheduleItemProps {
  schedule: Schedule;
  /** null without the permission to edit. */
  onEdit: (() => void) | null;
}

export function ScheduleItem({ schedule, onEdit }: ScheduleItemProps) {
  const { timezone } = useOrganization();
  const { pausedAt, pauseReason, name } = schedule;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 rounded-lg border border-line bg-ground px-4 py-3.5">
      <div className="grid min-w-0 flex-1 basis-72 gap-1 text-sm">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-semibold wrap-anywhere">{name}</span>
          {pausedAt !== null && <StatusBadge status={pauseReason === "by_hand" ? "paused" : "stopped"} />}
        </p>
        <p>
          {describeTiming(schedule)} <span className="text-muted">({timezone.replaceAll("_", " ")})</span>
        </p>
        {pausedAt === null ? (
          <p>{t.next(<strong className="font-semibold">{describeNextRun(schedule.nextRunAt, timezone)}</strong>)}</p>
        ) : (
          <p className="text-muted">{pauseReason === null ? t.paused : pauseLabels[pauseReason]}</p>
        )}
        <ScheduleSummary schedule={schedule} />
      </div>
      {onEdit !== null && <ScheduleActions schedule={schedule} onEdit={onEdit} timeZone={timezone} />}
    </li>
  );
}

function ScheduleSummary({
  schedule: { format, recipientIds, ownerName, lastRunAt, lastExportId },
}: {
  schedule: Schedule;
}) {
  const { href } = useOrganization();
  const names = useMemberNames();
  const recipients = recipientIds.map((id) => names.get(id)).filter((name) => name !== undefined);
  const unknown = recipientIds.length - recipients.length;
  const named = unknown > 0 ? [...recipients, t.more(unknown)] : recipients;
  return (
    <p className="text-muted">
      {t.file(
        formatLabels[format],
        ownerName,
        t.notified(joinList(named), recipientIds.length),
        lastRunAt !== null &&
          t.lastRun(
            <RelativeTime instant={lastRunAt} />,
            lastExportId !== null && <TextLink href={href("/exports")}>{t.viewFile}</TextLink>,
          ),
      )}
    </p>
  );
}

function ScheduleActions({ schedule, onEdit, timeZone }: { schedule: Schedule; onEdit: () => void; timeZone: string }) {
  const [isRemoving, setRemoving] = useState(false);
  const { pause, resume, isBusy } = useScheduleSwitch(schedule, timeZone);
  const { name, pausedAt, pauseReason } = schedule;
  const of = <span className="sr-only"> {name}</span>;
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onClick={onEdit}>
        {t.editSchedule(of)}
      </Button>
      {pausedAt === null && (
        <Button size="sm" busy={isBusy} onClick={pause}>
          {t.pauseSchedule(of)}
        </Button>
      )}
      {pausedAt !== null && pauseReason !== "report_gone" && (
        <Button size="sm" busy={isBusy} onClick={resume}>
          {t.resumeSchedule(of)}
        </Button>
      )}
      <Button size="sm" variant="danger-quiet" onClick={() => setRemoving(true)}>
        {t.deleteSchedule(of)}
      </Button>
      {isRemoving && <RemoveDialog schedule={schedule} onClose={() => setRemoving(false)} />}
    </div>
  );
}

function RemoveDialog({ schedule: { id, name, revision }, onClose }: { schedule: Schedule; onClose: () => void }) {
  const invalidate = useInvalidateSchedules();
  const remove = useChange(useTRPC().reports.schedules.delete.mutationOptions(), {
    successMessage: () => t.wasDeleted(name),
    onSuccess: onClose,
    onRejected: null,
    invalidate,
  });
  return (
    <DeleteDialog
      noun={t.schedule}
      name={name}
      mutation={remove}
      onDelete={() => remove.mutate({ scheduleId: id, expectedRevision: revision })}
      onClose={onClose}
    >
      {t.createsNoMoreFiles}
    </DeleteDialog>
  );
}
