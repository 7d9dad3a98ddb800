import { LockKeyhole } from "lucide-react";
import { useOrganization } from "../shell/account-context.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { TableRows, TableTools, type Column } from "../ui/data-table.tsx";
import { PlainLink } from "../ui/link.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { ShortId } from "../ui/short-id.tsx";
import { KeySwitch } from "./key-switch.tsx";
import { ReportMenu } from "./report-menu.tsx";
import type { ListedReport } from "./report-types.ts";
import { listMissing, nameMissing } from "./missing-data.ts";
import { formatOrigin } from "./origin-labels.ts";
import { reportTable as t } from "./strings.ts";
import { useMemberNames } from "./use-reports.ts";

const name = "reports";

function useColumns(): Column<ListedReport>[] {
  const names = useMemberNames();
  const owner = (report: ListedReport) => nameOwner(report, names);
  return [
    { label: t.report, render: (report) => <ReportCell report={report} />, text: (report) => report.name },
    {
      label: t.reportId,
      render: ({ id }) => <ShortId id={id} />,
      text: ({ id }) => id,
      isOptional: true,
      className: "w-44",
    },
    { label: t.owner, render: owner, text: owner, className: "w-44 wrap-anywhere" },
    {
      label: t.lastRun,
      render: ({ lastRunAt }) => <RelativeTime instant={lastRunAt} />,
      text: ({ lastRunAt }) => lastRunAt,
      className: "w-36",
    },
    {
      label: t.apiAccess,
      render: (report) => <KeySwitch report={report} />,
      text: ({ apiVisible }) => (apiVisible ? t.yes : t.no),
      className: "w-28",
    },
    {
      label: t.more,
      render: (report) => <ReportMenu report={report} />,
      className: "w-16 max-sm:absolute max-sm:top-1 max-sm:right-1 sm:py-2",
    },
  ];
}

/** The columns of all tables of reports, and their rows as one file. */
export function ReportTools({ reports }: { reports: readonly ListedReport[] }) {
  return (
    <div className="flex justify-end gap-2">
      <TableTools name={name} caption={t.reports} columns={useColumns()} rows={reports} />
    </div>
  );
}

export function ReportTable({ caption, reports }: { caption: string; reports: readonly ListedReport[] }) {
  return (
    <TableRows
      name={name}
      caption={caption}
      columns={useColumns()}
      rows={reports}
      keyOf={({ id }) => id}
      className="sm:min-w-[46rem] sm:table-fixed"
    />
  );
}

function ReportCell({ report }: { report: ListedReport }) {
  const { href, can } = useOrganization();
  const { id, name: title, description, dataPermissions } = report;
  const origin = formatOrigin(report);
  const missing = listMissing(dataPermissions, can);
  return (
    <div className="grid justify-items-start gap-1 max-sm:pr-9">
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <PlainLink
          href={href(`/reports/${id}`)}
          className="rounded py-0.5 font-semibold text-accent wrap-anywhere hover:underline"
        >
          {title}
        </PlainLink>
        <Badge tone={report.isStandard ? "neutral" : "info"} title={origin.hint}>
          {origin.label}
        </Badge>
      </span>
      {description !== null && description !== "" && (
        <span className="max-w-prose text-[0.8125rem] leading-snug text-muted wrap-anywhere max-sm:line-clamp-2">
          {description}
        </span>
      )}
      {missing.length > 0 && (
        <span className="flex gap-1.5 text-[0.8125rem] leading-snug font-medium text-warning">
          <LockKeyhole aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {t.needs(nameMissing(missing))}
        </span>
      )}
    </div>
  );
}

function nameOwner(
  { isStandard, organization, ownerMemberId }: ListedReport,
  names: ReadonlyMap<string, string>,
): string {
  if (isStandard) return "Caseport";
  if (organization !== null) return organization.name;
  return names.get(ownerMemberId ?? "") ?? t.formerMember;
}
