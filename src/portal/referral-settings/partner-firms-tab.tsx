import { Handshake, Plus } from "lucide-react";
import { useState } from "react";
import { PagedList } from "../client/paged-list.tsx";
import { useTRPC, useTRPCClient, type PortalOutputs } from "../client/trpc.ts";
import { omitNulls } from "../client/url-query.ts";
import { usePages } from "../client/use-pages.ts";
import { Button } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { later } from "../ui/feedback/later.tsx";
import { Choice } from "../ui/forms/select.tsx";
import { formatDate, RelativeTime } from "../ui/relative-time.tsx";
import { partnerFirmsTab as t } from "./strings.ts";
import type { PartnerFirm } from "./views.ts";

const AddFirmDialog = later(() => import("./add-firm-dialog.tsx").then((file) => file.AddFirmDialog));
const ApprovalsDialog = later(() => import("./firm-dialogs.tsx").then((file) => file.ApprovalsDialog));
const BlockDialog = later(() => import("./firm-dialogs.tsx").then((file) => file.BlockDialog));
const UnblockDialog = later(() => import("./firm-dialogs.tsx").then((file) => file.UnblockDialog));

type Status = PartnerFirm["status"];
type Open = { kind: "add" } | { kind: "approvals" | "block" | "unblock"; firm: PartnerFirm };

const statuses = Object.keys(t.statuses) as Status[];

export function PartnerFirmsTab() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [status, setStatus] = useState<Status | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const input = { ...omitNulls({ status }), sort: "newest" as const, limit: 50 };
  const list = usePages<PortalOutputs["partnerFirms"]["list"]>(
    trpc.partnerFirms.list.queryKey(input),
    (place) => client.partnerFirms.list.query({ ...input, ...place }),
    { keepFormer: true },
  );
  const add = (
    <Button variant="primary" onClick={() => setOpen({ kind: "add" })}>
      <Plus aria-hidden className="size-4" />
      {t.addFirm}
    </Button>
  );
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Choice
          aria-label={t.status}
          className="max-w-56"
          values={statuses}
          name={(each) => t.statuses[each]}
          none={t.allStatuses}
          value={status}
          onChange={setStatus}
        />
        {add}
      </div>
      <PagedList
        list={list}
        items={(page) => page.partnerFirms}
        nouns={t.nouns}
        placeholder={4}
        empty={
          status === null ? (
            <EmptyState icon={Handshake} title={t.none} actions={add}>
              {t.noneHint}
            </EmptyState>
          ) : (
            <EmptyState
              icon={Handshake}
              title={t.noneOfStatus}
              actions={<Button onClick={() => setStatus(null)}>{t.showAll}</Button>}
            />
          )
        }
      >
        {(firms) => <FirmTable firms={firms} onOpen={setOpen} />}
      </PagedList>
      {open !== null && <FirmDialog open={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function FirmDialog({ open, onClose }: { open: Open; onClose: () => void }) {
  if (open.kind === "add") return <AddFirmDialog onClose={onClose} />;
  if (open.kind === "approvals") return <ApprovalsDialog firm={open.firm} onClose={onClose} />;
  if (open.kind === "block") return <BlockDialog firm={open.firm} onClose={onClose} />;
  return <UnblockDialog firm={open.firm} onClose={onClose} />;
}

/** A firm elsewhere needs no approval: people send, and the API records it. */
const describeApproval = ({ kind }: PartnerFirm, approval: PartnerFirm["mayReferToUs"]): string => {
  if (kind === "external") return t.notNeeded;
  return approval === null ? t.notApproved : t.approvedOn(formatDate(approval.at));
};

function FirmTable({ firms, onOpen }: { firms: readonly PartnerFirm[]; onOpen: (open: Open) => void }) {
  return (
    <DataTable
      name="partner-firms"
      caption={t.caption}
      rows={firms}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t.firm,
          render: (firm) => <FirmCell firm={firm} />,
          text: ({ name }) => name,
          className: "max-sm:basis-full sm:min-w-44 wrap-anywhere",
        },
        { label: t.kind, render: ({ kind }) => t.kinds[kind], text: ({ kind }) => t.kinds[kind] },
        {
          label: t.attorney,
          render: ({ attorneyName }) => attorneyName ?? t.noAttorney,
          text: ({ attorneyName }) => attorneyName,
          isOptional: true,
        },
        {
          label: t.status,
          render: ({ status }) => <Badge tone={status === "active" ? "success" : "danger"}>{t.statuses[status]}</Badge>,
          text: ({ status }) => t.statuses[status],
        },
        {
          label: t.sending,
          render: (firm) => describeApproval(firm, firm.approvedForSending),
          text: (firm) => describeApproval(firm, firm.approvedForSending),
        },
        {
          label: t.taking,
          render: (firm) => describeApproval(firm, firm.mayReferToUs),
          text: (firm) => describeApproval(firm, firm.mayReferToUs),
        },
        {
          label: t.added,
          render: ({ createdAt }) => <RelativeTime instant={createdAt} />,
          text: ({ createdAt }) => createdAt,
          isOptional: true,
        },
        { label: t.actions, render: (firm) => <Actions firm={firm} onOpen={onOpen} />, onPhone: "without-label" },
      ]}
    />
  );
}

function FirmCell({ firm: { name, blockedReason } }: { firm: PartnerFirm }) {
  return (
    <div className="grid min-w-0 gap-0.5">
      <span className="font-semibold">{name}</span>
      {blockedReason !== null && (
        <p className="text-[0.8125rem] wrap-anywhere text-danger">{t.blockedBecause(blockedReason)}</p>
      )}
    </div>
  );
}

function Actions({ firm, onOpen }: { firm: PartnerFirm; onOpen: (open: Open) => void }) {
  const of = <span className="sr-only"> {firm.name}</span>;
  const isActive = firm.status === "active";
  return (
    <span className="flex flex-wrap gap-2 sm:flex-nowrap sm:justify-end">
      {firm.kind === "network" && isActive && (
        <Button size="sm" onClick={() => onOpen({ kind: "approvals", firm })}>
          {t.editApprovals}
          {of}
        </Button>
      )}
      <Button
        size="sm"
        variant={isActive ? "danger-quiet" : "secondary"}
        onClick={() => onOpen({ kind: isActive ? "block" : "unblock", firm })}
      >
        {isActive ? t.block : t.unblock}
        {of}
      </Button>
    </span>
  );
}
