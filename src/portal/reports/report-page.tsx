import { LockKeyhole, Pencil } from "lucide-react";
import { useRef } from "react";
import { useOrganization } from "../shell/account-context.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { LinkButton } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { useReportExport } from "./export-menu.tsx";
import { KeySwitch } from "./key-switch.tsx";
import type { Typed } from "./run/parameter-values.ts";
import { ReportMenu } from "./report-menu.tsx";
import { turnSort, type Offices } from "./report-query.ts";
import type { WholeReport } from "./report-types.ts";
import { listMissing, nameMissing } from "./missing-data.ts";
import { formatOrigin } from "./origin-labels.ts";
import { RunForm } from "./run/run-form.tsx";
import { RunResult } from "./run/run-result.tsx";
import { useCanChange } from "./use-can-change.ts";
import { useReach } from "./run/use-run.ts";
import { useRunner } from "./run/use-runner.ts";
import { useWriting } from "./use-report-changes.ts";
import { later } from "../ui/feedback/later.tsx";
import { reportPage as t } from "./strings.ts";

const ScheduleSection = later(() =>
  import("./schedules/schedule-section.tsx").then((module) => module.ScheduleSection),
);

interface ReportPageProps {
  report: WholeReport;
  trail: readonly { label: string; href: string }[];
}

export function ReportPage({ report, trail }: ReportPageProps) {
  const { can, href, organizationName } = useOrganization();
  const canChange = useCanChange(report);
  const origin = formatOrigin(report);
  const missing = listMissing(report.dataPermissions, can);
  return (
    <>
      <PageHeader
        title={report.name}
        trail={trail}
        mark={
          <Badge tone={report.isStandard ? "neutral" : "info"} title={origin.hint}>
            {origin.label}
          </Badge>
        }
        description={
          <>
            {report.description}
            {can("reports:manage") && (
              <div className="mt-3 text-text">
                <KeySwitch report={report} withLabel />
              </div>
            )}
          </>
        }
        actions={
          <>
            {canChange && (
              <LinkButton href={href(`/reports/${report.id}/edit`)}>
                <Pencil aria-hidden className="size-4" />
                {t.editReport}
              </LinkButton>
            )}
            <ReportMenu report={report} />
          </>
        }
      />
      {missing.length > 0 ? (
        <EmptyState icon={LockKeyhole} title={t.youDontHavePermission}>
          {t.requires(nameMissing(missing), organizationName)}
        </EmptyState>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Runner report={report} />
          <ScheduleSection reportId={report.id} />
        </div>
      )}
    </>
  );
}

function Runner({ report }: { report: WholeReport }) {
  const { address, typed, withheld, choice, faults, values, run, isRequested, narrowing, narrow, go } =
    useRunner(report);
  const reach = useReach().data ?? [];
  const file = useReportExport(report.id, values);
  const write = useWriting(report);
  const place = useRef<HTMLDivElement>(null);
  const own = report.definition.sort[0] ?? null;
  const sort = choice.sort ?? own;
  const start = (next: Typed, offices: Offices) => {
    go(next, offices, choice.sort);
    bringIntoView(place.current);
  };
  return (
    <>
      <RunForm
        parameters={report.parameters}
        reach={reach}
        address={address}
        typed={typed}
        offices={choice.offices}
        withheld={withheld}
        faults={faults}
        isBusy={isRequested && run.list.isFetching && !run.list.isFetchingNextPage}
        onRun={start}
      />
      <div ref={place} className="scroll-mt-20">
        <RunResult
          report={report}
          run={run}
          values={values}
          choice={choice}
          narrowing={narrowing}
          onNarrow={narrow}
          isRequested={isRequested}
          sort={sort}
          onSort={(column) => go(typed, choice.offices, turnSort(sort, column, own))}
          write={write}
          file={file}
        />
      </div>
    </>
  );
}

/** The result may start below the viewport. */
function bringIntoView(place: HTMLElement | null): void {
  if (place === null || place.getBoundingClientRect().top < window.innerHeight * 0.6) return;
  const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  place.scrollIntoView({ block: "start", behavior: isCalm ? "instant" : "smooth" });
}
