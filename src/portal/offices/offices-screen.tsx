"use client";

import { useQuery } from "@tanstack/react-query";
import { MapPin, Plus } from "lucide-react";
import { useState } from "react";
import { DeleteDialog } from "../client/delete-dialog.tsx";
import { LoadedList } from "../client/loaded-list.tsx";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { formatAddress } from "../organization/contact-values.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { DataTable, type Column } from "../ui/data-table.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { later } from "../ui/feedback/later.tsx";
import { SkeletonTable } from "../ui/feedback/skeleton.tsx";
import { formatNumber } from "../ui/format.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { officesScreen as t } from "./strings.ts";
import type { Office } from "./views.ts";

const OfficeDialog = later(() => import("./office-dialog.tsx").then((file) => file.OfficeDialog));

/** A firm has at most 200: one page. */
const all = { sort: "name", limit: 200 } as const;

export function OfficesScreen() {
  const { can } = useOrganization();
  const trpc = useTRPC();
  const list = useQuery(trpc.offices.list.queryOptions(all));
  const [edited, setEdited] = useState<Office | "new" | null>(null);
  const [deleted, setDeleted] = useState<Office | null>(null);
  const isManager = can("organization:manage");
  const create = isManager && (
    <Button variant="primary" onClick={() => setEdited("new")}>
      <Plus aria-hidden className="size-4" />
      {t.createOffice}
    </Button>
  );
  return (
    <>
      <PageHeader title={t.title} description={t.description} actions={create} />
      <LoadedList
        query={list}
        items={list.data?.offices}
        what={t.offices}
        placeholder={<SkeletonTable rows={3} />}
        empty={
          <EmptyState icon={MapPin} title={t.noOfficesYet}>
            {t.emptyDescription}
          </EmptyState>
        }
      >
        {(offices) => <OfficeTable offices={offices} isManager={isManager} onEdit={setEdited} onDelete={setDeleted} />}
      </LoadedList>
      {edited !== null && <OfficeDialog office={edited === "new" ? null : edited} onClose={() => setEdited(null)} />}
      {deleted !== null && <DeleteOffice office={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}

interface OfficeTableProps {
  offices: readonly Office[];
  isManager: boolean;
  onEdit: (office: Office) => void;
  onDelete: (office: Office) => void;
}

function OfficeTable({ offices, isManager, onEdit, onDelete }: OfficeTableProps) {
  const actions: Column<Office> = {
    label: t.actions,
    render: (office) => <Actions office={office} onEdit={onEdit} onDelete={onDelete} />,
    onPhone: "without-label",
    className: "sm:py-2",
  };
  return (
    <DataTable
      name="offices"
      caption={t.title}
      rows={offices}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t.name,
          render: (office) => <NameCell office={office} />,
          text: ({ name }) => name,
          className: "max-sm:basis-full sm:min-w-52 wrap-anywhere",
        },
        {
          label: t.address,
          render: ({ address }) => (address === null ? t.none : formatAddress(address)),
          text: ({ address }) => address && formatAddress(address),
        },
        {
          label: t.phone,
          render: ({ phone }) => phone ?? t.none,
          text: ({ phone }) => phone,
          className: "whitespace-nowrap",
        },
        {
          label: t.members,
          isNumber: true,
          render: ({ memberCount }) => formatNumber(memberCount),
          text: ({ memberCount }) => memberCount,
        },
        ...(isManager ? [actions] : []),
      ]}
    />
  );
}

function NameCell({ office: { name, isPrimary } }: { office: Office }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="font-semibold">{name}</span>
      {isPrimary && <Badge tone="info">{t.primary}</Badge>}
    </span>
  );
}

function Actions({
  office,
  onEdit,
  onDelete,
}: {
  office: Office;
  onEdit: (office: Office) => void;
  onDelete: (office: Office) => void;
}) {
  const of = <span className="sr-only"> {office.name}</span>;
  return (
    <span className="flex flex-wrap gap-2 sm:flex-nowrap sm:justify-end">
      <Button size="sm" onClick={() => onEdit(office)}>
        {t.edit}
        {of}
      </Button>
      <Button size="sm" variant="danger-quiet" onClick={() => onDelete(office)}>
        {t.delete}
        {of}
      </Button>
    </span>
  );
}

function DeleteOffice({ office, onClose }: { office: Office; onClose: () => void }) {
  const trpc = useTRPC();
  const invalidate = useInvalidate((client) => [client.offices.pathFilter()]);
  const mutation = useChange(trpc.offices.delete.mutationOptions(), {
    successMessage: () => t.wasDeleted(office.name),
    onSuccess: onClose,
    onRejected: null,
    invalidate,
  });
  return (
    <DeleteDialog
      noun={t.noun}
      name={office.name}
      mutation={mutation}
      onDelete={() => mutation.mutate({ officeId: office.id })}
      onClose={onClose}
    >
      {t.deletionConsequence}
    </DeleteDialog>
  );
}
