import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { PagedList } from "../client/paged-list.tsx";
import { useTRPC, useTRPCClient, type PortalOutputs } from "../client/trpc.ts";
import { usePages } from "../client/use-pages.ts";
import { Button } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { later } from "../ui/feedback/later.tsx";
import { formatCents } from "../ui/format.ts";
import { RelativeTime } from "../ui/relative-time.tsx";
import { approvalsTab as t } from "./strings.ts";
import { describeAfter, namePayee, type WaitingDisbursement } from "./views.ts";

const DecisionDialog = later(() => import("./decision-dialog.tsx").then((file) => file.DecisionDialog));

/** What waits for a second person, the longest waiting first. */
export function ApprovalsTab() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [decided, setDecided] = useState<WaitingDisbursement | null>(null);
  const input = { limit: 25 };
  const list = usePages<PortalOutputs["trustDisbursements"]["listWaiting"]>(
    trpc.trustDisbursements.listWaiting.queryKey(input),
    (place) => client.trustDisbursements.listWaiting.query({ ...input, ...place }),
    { keepFormer: true },
  );
  return (
    <>
      <p className="max-w-prose text-sm text-muted">{t.description}</p>
      <PagedList
        list={list}
        items={(page) => page.waiting}
        nouns={t.nouns}
        placeholder={3}
        empty={
          <EmptyState icon={ShieldCheck} title={t.none}>
            {t.noneHint}
          </EmptyState>
        }
      >
        {(waiting) => <WaitingTable waiting={waiting} onDecide={setDecided} />}
      </PagedList>
      {decided !== null && <DecisionDialog waiting={decided} onClose={() => setDecided(null)} />}
    </>
  );
}

interface WaitingTableProps {
  waiting: readonly WaitingDisbursement[];
  onDecide: (waiting: WaitingDisbursement) => void;
}

/** What would be left; that it is not enough, in words. */
function WaitingTable({ waiting, onDecide }: WaitingTableProps) {
  return (
    <DataTable
      name="trust-approvals"
      caption={t.caption}
      rows={waiting}
      keyOf={({ disbursement }) => disbursement.id}
      columns={[
        {
          label: t.payee,
          render: (each) => <span className="font-semibold max-sm:wrap-anywhere">{namePayee(each)}</span>,
          text: namePayee,
          share: "wide",
          className: "max-sm:basis-full",
        },
        {
          label: t.disbursement,
          render: ({ disbursement: { sequenceId } }) => sequenceId,
          text: ({ disbursement: { sequenceId } }) => sequenceId,
          className: "whitespace-nowrap",
        },
        {
          label: t.case,
          render: ({ disbursement }) => disbursement.case.sequenceId,
          text: ({ disbursement }) => disbursement.case.sequenceId,
          className: "whitespace-nowrap",
          isOptional: true,
        },
        {
          label: t.amount,
          render: ({ disbursement: { amountCents } }) => formatCents(amountCents),
          text: ({ disbursement: { amountCents } }) => amountCents / 100,
          isNumber: true,
        },
        {
          label: t.available,
          render: ({ availableBeforeCents }) => formatCents(availableBeforeCents),
          text: ({ availableBeforeCents }) => availableBeforeCents / 100,
          isNumber: true,
          isOptional: true,
        },
        {
          label: t.after,
          render: ({ availableAfterCents }) => (
            <span className={availableAfterCents < 0 ? "font-semibold text-danger" : undefined}>
              {describeAfter(availableAfterCents)}
            </span>
          ),
          text: ({ availableAfterCents }) => availableAfterCents / 100,
          isNumber: true,
        },
        {
          label: t.requestedBy,
          render: ({ disbursement: { requestedBy } }) => requestedBy.name,
          text: ({ disbursement: { requestedBy } }) => requestedBy.name,
          share: "narrow",
          className: "max-sm:wrap-anywhere",
        },
        {
          label: t.requested,
          render: ({ disbursement: { createdAt } }) => <RelativeTime instant={createdAt} />,
          text: ({ disbursement: { createdAt } }) => createdAt,
          className: "sm:whitespace-nowrap",
        },
        {
          label: t.account,
          render: ({ disbursement: { account } }) => account.name,
          text: ({ disbursement: { account } }) => account.name,
          isOptional: true,
        },
        {
          label: t.decide,
          className: "sm:py-2",
          render: (each) => (
            <Button size="sm" aria-label={t.decideOn(each.disbursement.sequenceId)} onClick={() => onDecide(each)}>
              {t.decide}
            </Button>
          ),
        },
      ]}
    />
  );
}
