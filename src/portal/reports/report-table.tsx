"use client";

import { LockKeyhole } from "lucide-react";
import { useOrganization } from "../shell/account-context.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { cn } from "../ui/class-names.ts";
import { PlainLink } from "../ui/link.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from "../ui/table.tsx";
import { KeySwitch } from "./key-switch.tsx";
import { ReportMenu } from "./report-menu.tsx";
import type { ListedReport } from "./report-types.ts";
import { listMissing, nameMissing, formatOrigin } from "./report-labels.ts";
import { useMemberNames } from "./use-reports.ts";

export function ReportTable({ caption, reports }: { caption: string; reports: readonly ListedReport[] }) {
  const names = useMemberNames();
  return (
    <Table caption={caption} className="sm:min-w-[46rem] sm:table-fixed">
      <TableHead>
        <HeadCell>Report</HeadCell>
        <HeadCell className="w-44">Owner</HeadCell>
        <HeadCell className="w-36">Last run</HeadCell>
        <HeadCell className="w-28">API access</HeadCell>
        <HeadCell className="w-16">
          <span className="sr-only">More</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        {reports.map((report) => (
          <ReportRow key={report.id} report={report} names={names} />
        ))}
      </TableBody>
    </Table>
  );
}

function ReportRow({ report, names }: { report: ListedReport; names: ReadonlyMap<string, string> }) {
  const { href, can } = useOrganization();
  const { id, name, description, dataPermissions, lastRunAt } = report;
  const origin = formatOrigin(report);
  const missing = listMissing(dataPermissions, can);
  return (
    <Row className="relative">
      <Cell head>
        <div className="grid justify-items-start gap-1 max-sm:pr-9">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <PlainLink href={href(`/reports/${id}`)} className="rounded font-semibold text-accent wrap-anywhere hover:underline">
              {name}
            </PlainLink>
            <Badge tone={report.isStandard ? "neutral" : "info"} title={origin.hint}>
              {origin.label}
            </Badge>
          </span>
          {description !== null && description !== "" && <span className="max-w-prose text-[0.8125rem] leading-snug text-muted wrap-anywhere">{description}</span>}
          {missing.length > 0 && (
            <span className="flex gap-1.5 text-[0.8125rem] leading-snug font-medium text-warning">
              <LockKeyhole aria-hidden className="mt-0.5 size-3.5 shrink-0" />
              Needs {nameMissing(missing)}. Ask an owner or administrator.
            </span>
          )}
        </div>
      </Cell>
      <Cell label="Owner" className={cn("wrap-anywhere", report.isStandard && "max-sm:hidden!")}>
        {nameOwner(report, names)}
      </Cell>
      <Cell label="Last run">
        <RelativeTime instant={lastRunAt} />
      </Cell>
      <Cell label="API access">
        <KeySwitch report={report} />
      </Cell>
      <Cell className="max-sm:absolute max-sm:top-1 max-sm:right-1 max-sm:p-1! sm:px-2 sm:py-2">
        <ReportMenu report={report} />
      </Cell>
    </Row>
  );
}

function nameOwner({ isStandard, organization, ownerMemberId }: ListedReport, names: ReadonlyMap<string, string>): string {
  if (isStandard) return "Caseport";
  if (organization !== null) return organization.name;
  return names.get(ownerMemberId ?? "") ?? "A former member";
}
