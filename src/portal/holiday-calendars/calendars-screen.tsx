"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarDays, Plus } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { later } from "../ui/feedback/later.tsx";
import { SkeletonTable } from "../ui/feedback/skeleton.tsx";
import { StatusBadge, nameStatus } from "../ui/feedback/status-badge.tsx";
import { PlainLink } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { CalendarView } from "./calendar-view.tsx";
import { calendarsScreen as t } from "./strings.ts";
import type { Calendar } from "./views.ts";

const CopyDialog = later(() => import("./copy-dialog.tsx").then((file) => file.CopyDialog));

/** `?calendar=hol_…` shows one; `default` is the business calendar. A firm has at most 60: one page. */
export function CalendarsScreen() {
  const { can } = useOrganization();
  const [isCopying, setCopying] = useState(false);
  const chosen = useSearchParams().get("calendar");
  if (chosen !== null) return <CalendarView key={chosen} calendarId={chosen} />;
  const create = can("organization:manage") && (
    <Button variant="primary" onClick={() => setCopying(true)}>
      <Plus aria-hidden className="size-4" />
      {t.createCalendar}
    </Button>
  );
  return (
    <>
      <PageHeader title={t.title} description={t.description} actions={create} />
      <CalendarTable />
      {isCopying && <CopyDialog onClose={() => setCopying(false)} />}
    </>
  );
}

function CalendarTable() {
  const trpc = useTRPC();
  const list = useQuery(trpc.holidayCalendars.list.queryOptions({ sort: "name", limit: 200 }));
  const { href } = useOrganization();
  if (list.data === undefined)
    return <QueryFallback query={list} what={t.calendars} placeholder={<SkeletonTable rows={3} />} />;
  const calendars = list.data.holidayCalendars;
  const shipped = (
    <p className="mt-4 text-sm text-muted">
      {t.shippedApplies}{" "}
      <PlainLink href={href("/settings/holiday-calendars?calendar=default")} className="text-accent underline">
        {t.viewShipped}
      </PlainLink>
    </p>
  );
  if (calendars.length === 0)
    return (
      <EmptyState icon={CalendarDays} title={t.noCalendarsYet}>
        {t.emptyDescription}
        {shipped}
      </EmptyState>
    );
  return (
    <>
      <DataTable
        name="holiday-calendars"
        caption={t.title}
        rows={calendars}
        keyOf={({ id }) => id ?? ""}
        columns={[
          {
            label: t.name,
            render: (calendar) => <NameCell calendar={calendar} />,
            text: ({ name }) => name,
            className: "max-sm:basis-full sm:min-w-52 wrap-anywhere",
          },
          {
            label: t.status,
            render: ({ verificationStatus }) => <StatusBadge status={verificationStatus} />,
            text: ({ verificationStatus }) => nameStatus(verificationStatus),
            onPhone: "beside",
          },
          { label: t.kind, render: ({ kind }) => t.kinds[kind], text: ({ kind }) => t.kinds[kind] },
          {
            label: t.jurisdiction,
            render: ({ jurisdiction }) => jurisdiction ?? t.none,
            text: ({ jurisdiction }) => jurisdiction,
          },
          {
            label: t.verifiedThrough,
            render: ({ verifiedThroughOn }) => verifiedThroughOn ?? t.none,
            text: ({ verifiedThroughOn }) => verifiedThroughOn,
          },
        ]}
      />
      {!calendars.some(({ isBusinessCalendar }) => isBusinessCalendar) && shipped}
    </>
  );
}

function NameCell({
  calendar: { id, name, isBusinessCalendar, isDefault, templateDifferences },
}: {
  calendar: Calendar;
}) {
  const { href } = useOrganization();
  return (
    <span className="flex flex-wrap items-center gap-2">
      <PlainLink
        href={href(`/settings/holiday-calendars?calendar=${id}`)}
        className="rounded py-0.5 font-semibold text-accent hover:underline"
      >
        {name}
      </PlainLink>
      {isBusinessCalendar && <Badge tone="info">{t.businessCalendar}</Badge>}
      {isDefault && <Badge tone="info">{t.isDefault}</Badge>}
      {templateDifferences.length > 0 && <Badge tone="warning">{t.differs}</Badge>}
    </span>
  );
}
