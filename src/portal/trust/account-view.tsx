import { type UseQueryResult } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { PagedList } from "../client/paged-list.tsx";
import { useTRPC, useTRPCClient, type PortalOutputs } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { usePages } from "../client/use-pages.ts";
import { formatDay } from "../deadlines/views.ts";
import { nameValue } from "../exports/export-request.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { formatCents } from "../ui/format.ts";
import { LinkButton } from "../ui/link.tsx";
import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { accountView as t } from "./lazy-strings.ts";
import { accountsTab } from "./strings.ts";
import { useInvalidateTrust, type TrustAccount, type TrustLedger, type TrustTransaction } from "./views.ts";

interface AccountViewProps {
  accountId: string;
  list: UseQueryResult<PortalOutputs["trustAccounts"]["list"], unknown>;
}

/** An account: its balances, its ledgers, and what was recorded in it. */
export function AccountView({ accountId, list }: AccountViewProps) {
  const { href } = useOrganization();
  const back = (
    <LinkButton size="sm" href={href("/trust?tab=accounts")}>
      {t.all}
    </LinkButton>
  );
  if (list.data === undefined)
    return <QueryFallback query={list} what={accountsTab.accounts} placeholder={<SkeletonTab />} />;
  const account = list.data.trustAccounts.find(({ id }) => id === accountId);
  if (account === undefined)
    return (
      <EmptyState title={t.notFound} actions={back}>
        {t.notFoundHint}
      </EmptyState>
    );
  return (
    <>
      <div>{back}</div>
      <Balances account={account} />
      <SectionCard title={t.ledgers} description={t.ledgersHint}>
        <Ledgers accountId={accountId} />
      </SectionCard>
      <SectionCard title={t.transactions} description={t.transactionsHint}>
        <Transactions accountId={accountId} />
      </SectionCard>
    </>
  );
}

function Balances({ account }: { account: TrustAccount }) {
  const { role } = useOrganization();
  const [isClosing, setClosing] = useState(false);
  const { name, bankName, accountNumberLast4, status, bookCents, unclearedCents, firmFundsLimitCents } = account;
  const figures: readonly (readonly [string, ReactNode])[] = [
    [t.book, formatCents(bookCents)],
    [t.uncleared, formatCents(unclearedCents)],
    [t.firmLimit, formatCents(firmFundsLimitCents)],
    [t.closedThrough, account.closedThroughOn === null ? t.none : formatDay(account.closedThroughOn)],
  ];
  return (
    <SectionCard
      title={name}
      description={accountsTab.bankAccount(bankName, accountNumberLast4)}
      actions={
        <>
          {status === "closed" && <Badge>{accountsTab.closed}</Badge>}
          {status !== "closed" && role === "owner" && (
            <Button size="sm" variant="danger-quiet" onClick={() => setClosing(true)}>
              {t.close}
            </Button>
          )}
        </>
      }
    >
      <dl aria-label={t.figures} className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-4">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {isClosing && <CloseDialog account={account} onClose={() => setClosing(false)} />}
    </SectionCard>
  );
}

function CloseDialog({ account, onClose }: { account: TrustAccount; onClose: () => void }) {
  const trpc = useTRPC();
  const { rejection, reject } = useFormErrors();
  const mutation = useChange(trpc.trustAccounts.close.mutationOptions(), {
    successMessage: () => t.wasClosed,
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateTrust(),
  });
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={t.closeTitle(account.name)}
      description={t.closeHint}
      confirm={t.close}
      busy={mutation.isPending}
      onConfirm={() => mutation.mutate({ trustAccountId: account.id, expectedRevision: account.revision })}
    >
      {rejection !== null && (
        <Banner tone="danger" live>
          {rejection}
        </Banner>
      )}
    </AlertDialog>
  );
}

/** The client and matter, or what else the money is for. */
const nameLedger = ({ kind, case: about }: TrustLedger) => (about === null ? t.kinds[kind] : about.sequenceId);

function Ledgers({ accountId }: { accountId: string }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { accountId, nonZero: true, limit: 25 };
  const list = usePages<PortalOutputs["trustLedgers"]["list"]>(trpc.trustLedgers.list.queryKey(input), (place) =>
    client.trustLedgers.list.query({ ...input, ...place }),
  );
  const amount = (label: string, name: "balanceCents" | "unclearedCents" | "reservedCents" | "availableCents") => ({
    label,
    render: ({ [name]: cents }: TrustLedger) => formatCents(cents),
    text: ({ [name]: cents }: TrustLedger) => cents / 100,
    isNumber: true,
  });
  return (
    <PagedList
      list={list}
      items={(page) => page.trustLedgers}
      nouns={t.ledgerNouns}
      placeholder={3}
      empty={<p className="text-sm text-muted">{t.noLedgers}</p>}
    >
      {(ledgers) => (
        <DataTable
          name="trust-ledgers"
          caption={t.ledgers}
          rows={ledgers}
          keyOf={({ id }) => id}
          columns={[
            { label: t.ledger, render: nameLedger, text: nameLedger, className: "max-sm:basis-full wrap-anywhere" },
            amount(t.balance, "balanceCents"),
            amount(t.ledgerUncleared, "unclearedCents"),
            amount(t.reserved, "reservedCents"),
            amount(t.available, "availableCents"),
          ]}
        />
      )}
    </PagedList>
  );
}

function Transactions({ accountId }: { accountId: string }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { accountId, sort: "newest" as const, limit: 25 };
  const list = usePages<PortalOutputs["trustTransactions"]["list"]>(
    trpc.trustTransactions.list.queryKey(input),
    (place) => client.trustTransactions.list.query({ ...input, ...place }),
  );
  return (
    <PagedList
      list={list}
      items={(page) => page.trustTransactions}
      nouns={t.transactionNouns}
      placeholder={5}
      empty={<p className="text-sm text-muted">{t.noTransactions}</p>}
    >
      {(transactions) => <TransactionTable transactions={transactions} />}
    </PagedList>
  );
}

/** By how much it moves the account: what goes out is negative. */
const moveOf = ({ postings }: TrustTransaction) => postings.reduce((sum, { amountCents }) => sum + amountCents, 0);
const nameType = ({ type }: TrustTransaction) => nameValue(type);
const describeCleared = ({ clearedOn }: TrustTransaction) => (clearedOn === null ? t.notCleared : formatDay(clearedOn));

function TransactionTable({ transactions }: { transactions: readonly TrustTransaction[] }) {
  return (
    <DataTable
      name="trust-transactions"
      caption={t.transactions}
      rows={transactions}
      keyOf={({ id }) => id}
      columns={[
        { label: t.number, render: ({ number }) => number, text: ({ number }) => number },
        { label: t.type, render: nameType, text: nameType },
        {
          label: t.counterparty,
          render: ({ counterpartyName }) => counterpartyName ?? t.none,
          text: ({ counterpartyName }) => counterpartyName,
          className: "wrap-anywhere",
        },
        {
          label: t.occurred,
          render: ({ occurredOn }) => formatDay(occurredOn),
          text: ({ occurredOn }) => occurredOn,
          className: "whitespace-nowrap",
        },
        {
          label: t.amount,
          render: (transaction) => formatCents(moveOf(transaction)),
          text: (transaction) => moveOf(transaction) / 100,
          isNumber: true,
        },
        { label: t.cleared, render: describeCleared, text: ({ clearedOn }) => clearedOn },
        {
          label: t.memo,
          render: ({ memo }) => memo ?? t.none,
          text: ({ memo }) => memo,
          isOptional: true,
          className: "wrap-anywhere",
        },
      ]}
    />
  );
}
