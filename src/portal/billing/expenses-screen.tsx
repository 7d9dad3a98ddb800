"use client";

import { ReceiptText } from "lucide-react";
import { useState } from "react";
import { PagedList } from "../client/paged-list.tsx";
import { useTRPC, useTRPCClient, type PortalOutputs } from "../client/trpc.ts";
import { usePages } from "../client/use-pages.ts";
import { formatDay } from "../deadlines/views.ts";
import { nameValue } from "../exports/export-request.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { later } from "../ui/feedback/later.tsx";
import { formatCents } from "../ui/format.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { expensesScreen as t } from "./strings.ts";
import type { Expense } from "./views.ts";

const DecisionDialog = later(() => import("./decision-dialog.tsx").then((file) => file.DecisionDialog));

export function ExpensesScreen() {
  const { can } = useOrganization();
  if (!can("billing:approve")) return <NoPermission permission="billing:approve" what={t.approveExpenses} />;
  return (
    <>
      <PageHeader title={t.title} description={t.description} />
      <Waiting />
    </>
  );
}

function Waiting() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [decided, setDecided] = useState<Expense | null>(null);
  const input = { status: "pending_approval" as const, sort: "oldest" as const, limit: 25 };
  const list = usePages<PortalOutputs["expenses"]["list"]>(
    trpc.expenses.list.queryKey(input),
    (place) => client.expenses.list.query({ ...input, ...place }),
    { keepFormer: true },
  );
  return (
    <SectionCard title={t.waiting} description={t.waitingHint}>
      <PagedList
        list={list}
        items={(page) => page.expenses}
        nouns={t.nouns}
        placeholder={3}
        empty={
          <EmptyState icon={ReceiptText} title={t.noneWaiting}>
            {t.noneWaitingHint}
          </EmptyState>
        }
      >
        {(expenses) => <ExpenseTable expenses={expenses} onDecide={setDecided} />}
      </PagedList>
      {decided !== null && <DecisionDialog expense={decided} onClose={() => setDecided(null)} />}
    </SectionCard>
  );
}

const nameVendor = ({ vendor }: Expense) => vendor?.name ?? t.none;
const nameDue = ({ dueOn }: Expense) => (dueOn === null ? t.none : formatDay(dueOn));

function ExpenseTable({ expenses, onDecide }: { expenses: readonly Expense[]; onDecide: (expense: Expense) => void }) {
  return (
    <DataTable
      name="expenses"
      caption={t.waiting}
      rows={expenses}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t.expense,
          render: ({ description }) => <span className="font-semibold max-sm:wrap-anywhere">{description}</span>,
          text: ({ description }) => description,
          share: "wide",
          className: "max-sm:basis-full",
        },
        {
          label: t.number,
          render: ({ sequenceId }) => sequenceId,
          text: ({ sequenceId }) => sequenceId,
          className: "whitespace-nowrap",
          isOptional: true,
        },
        {
          label: t.amount,
          render: ({ amountCents }) => formatCents(amountCents),
          text: ({ amountCents }) => amountCents / 100,
          isNumber: true,
        },
        { label: t.vendor, render: nameVendor, text: nameVendor, share: "narrow" },
        {
          label: t.category,
          render: ({ category }) => nameValue(category),
          text: ({ category }) => nameValue(category),
          isOptional: true,
        },
        {
          label: t.case,
          render: (expense) => expense.case.sequenceId,
          text: (expense) => expense.case.sequenceId,
          className: "whitespace-nowrap",
        },
        {
          label: t.submittedBy,
          render: ({ submittedBy }) => submittedBy?.name ?? t.none,
          text: ({ submittedBy }) => submittedBy?.name ?? null,
          className: "sm:max-w-44 sm:truncate",
        },
        { label: t.due, render: nameDue, text: ({ dueOn }) => dueOn, isOptional: true },
        {
          label: t.decide,
          className: "sm:py-2",
          render: (expense) => (
            <Button size="sm" aria-label={t.decideOn(expense.sequenceId)} onClick={() => onDecide(expense)}>
              {t.decide}
            </Button>
          ),
        },
      ]}
    />
  );
}
