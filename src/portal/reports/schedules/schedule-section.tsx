import { useQuery } from "@tanstack/react-query";
import { CalendarClock, Plus } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "../../client/trpc.ts";
import { useOrganization } from "../../shell/account-context.tsx";
import { permissionTitles } from "../../team/permission-labels.ts";
import { Button } from "../../ui/button.tsx";
import { SectionCard } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { Loading, SkeletonText } from "../../ui/feedback/skeleton.tsx";
import { ScheduleItem } from "./schedule-item.tsx";
import type { Schedule } from "./schedule-labels.ts";
import { later } from "../../ui/feedback/later.tsx";
import { scheduleSection as t } from "./strings.ts";

const ScheduleDialog = later(() => import("./schedule-dialog.tsx").then((module) => module.ScheduleDialog));

export function ScheduleSection({ reportId }: { reportId: string }) {
  const { can } = useOrganization();
  const [edited, setEdited] = useState<Schedule | "new" | null>(null);
  const isManager = can("reports:manage") && can("reports:export");
  return (
    <SectionCard
      title={t.schedules}
      description={
        isManager
          ? t.exportThisReport
          : t.exportRequires(permissionTitles["reports:manage"], permissionTitles["reports:export"])
      }
      actions={
        isManager && (
          <Button onClick={() => setEdited("new")}>
            <Plus aria-hidden className="size-4" />
            {t.createSchedule}
          </Button>
        )
      }
    >
      <Schedules reportId={reportId} onEdit={isManager ? setEdited : null} />
      {edited !== null && (
        <ScheduleDialog
          reportId={reportId}
          schedule={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </SectionCard>
  );
}

function Schedules({ reportId, onEdit }: { reportId: string; onEdit: ((schedule: Schedule) => void) | null }) {
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(trpc.reports.schedules.list.queryOptions({ reportId }));
  if (data === undefined) {
    if (error !== null)
      return (
        <ErrorState title={t.couldNotLoadSchedules} error={error} busy={isFetching} onRetry={() => void refetch()} />
      );
    return (
      <>
        <Loading />
        <SkeletonText lines={4} />
      </>
    );
  }
  if (data.schedules.length === 0) {
    return (
      <EmptyState icon={CalendarClock} title={t.noSchedulesYet} className="py-8">
        {t.getThisReport}
      </EmptyState>
    );
  }
  return (
    <ul aria-label={t.schedulesOfThisReport} className="grid gap-3">
      {data.schedules.map((schedule) => (
        <ScheduleItem key={schedule.id} schedule={schedule} onEdit={onEdit === null ? null : () => onEdit(schedule)} />
      ))}
    </ul>
  );
}
