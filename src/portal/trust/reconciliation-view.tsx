import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { ReasonDialog, useReason } from "../client/reason-dialog.tsx";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { formatDay } from "../deadlines/views.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { cn } from "../ui/class-names.ts";
import { DataTable } from "../ui/data-table.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { later } from "../ui/feedback/later.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { formatMessage } from "../ui/format-message.ts";
import { formatCents, formatNumber } from "../ui/format.ts";
import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { accountView, matchedLines, reconciliationView as t } from "./lazy-strings.ts";
import { reconciliationsTab } from "./strings.ts";
import { useInvalidateTrust, type Reconciliation, type TrustAccount } from "./views.ts";

const MatchDialog = later(() => import("./match-dialog.tsx").then((file) => file.MatchDialog));

const MatchedLines = later(() => import("./matched-lines.tsx").then((file) => file.MatchedLines));
const MatchAgainButton = later(() => import("./matched-lines.tsx").then((file) => file.MatchAgainButton));

interface ReconciliationOfProps {
  account: TrustAccount;
  /** Null for the end of the last bank statement. */
  asOfOn: string | null;
}

/** Of the given day, or of the one that the server chooses; the former one is shown until the next has arrived. */
export function useReconciliation(account: TrustAccount, asOfOn: string | null) {
  const trpc = useTRPC();
  return useQuery(
    trpc.trustAccounts.reconciliation.get.queryOptions(
      { trustAccountId: account.id, ...(asOfOn !== null && { asOfOn }) },
      { placeholderData: (former) => former },
    ),
  );
}

/** Bank, book and ledgers of an account on a day: whether they agree, and what is wrong where they do not. */
export function ReconciliationOf({ account, asOfOn }: ReconciliationOfProps) {
  const query = useReconciliation(account, asOfOn);
  if (query.data === undefined)
    return <QueryFallback query={query} what={reconciliationsTab.reconciliation} placeholder={<SkeletonTab />} />;
  return (
    <div aria-busy={query.isPlaceholderData}>
      <Whole account={account} reconciliation={query.data.reconciliation} />
    </div>
  );
}

interface WholeProps {
  account: TrustAccount;
  reconciliation: Reconciliation;
}

function Whole({ account, reconciliation }: WholeProps) {
  const { asOfOn, isBalanced, isClosed, bankCents, faults } = reconciliation;
  const [lineId, setLineId] = useState<string | null>(null);
  return (
    <SectionCard
      title={t.title(formatDay(asOfOn))}
      description={account.name}
      actions={<Actions account={account} reconciliation={reconciliation} />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Verdict reconciliation={reconciliation} />
        <Sides reconciliation={reconciliation} />
        {!isBalanced && !isClosed && bankCents !== null && faults.length > 0 && (
          <section aria-label={t.faults}>
            <h3 className="text-sm font-semibold">{t.faults}</h3>
            <p className="text-sm text-muted">{t.faultsHint}</p>
            <ul className="mt-2 divide-y divide-line border-y border-line text-sm">
              {faults
                .map((fault) => ({ ...fault, message: formatMessage(fault.message) }))
                .map(({ code, message, bankLineId }) => (
                  <li
                    key={`${code} ${message}`}
                    className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5"
                  >
                    <span className="min-w-0 flex-1 basis-64 wrap-anywhere">{message}</span>
                    {bankLineId !== null && (
                      <Button size="sm" aria-label={t.matchOf(message)} onClick={() => setLineId(bankLineId)}>
                        {t.match}
                      </Button>
                    )}
                  </li>
                ))}
            </ul>
          </section>
        )}
        {bankCents !== null && <DescriptionList facts={listBankSide(reconciliation)} />}
        <div>
          <Parts reconciliation={reconciliation} />
          {!isClosed && <MatchedPart trustAccountId={account.id} />}
        </div>
      </div>
      {lineId !== null && <MatchDialog bankLineId={lineId} onClose={() => setLineId(null)} />}
    </SectionCard>
  );
}

function Verdict({ reconciliation }: Pick<WholeProps, "reconciliation">) {
  const { isBalanced, isClosed, closedBy, bankCents, differenceCents } = reconciliation;
  if (isClosed)
    return (
      <Banner tone="success" title={t.closedBy(closedBy?.name ?? "")}>
        {t.closedHint}
      </Banner>
    );
  if (bankCents === null)
    return (
      <Banner tone="warning" title={t.noStatement}>
        {t.noStatementHint}
      </Banner>
    );
  return isBalanced ? (
    <Banner tone="success" title={t.balanced} />
  ) : (
    <Banner tone="danger" title={t.notBalanced}>
      {differenceCents !== null && differenceCents !== 0 && t.difference(formatCents(differenceCents))}
    </Banner>
  );
}

/** The three sums beside each other; each is marked by whether it equals the book. */
function Sides({ reconciliation: { adjustedBankCents, bookCents, ledgersCents } }: Pick<WholeProps, "reconciliation">) {
  const sides = [
    [t.bankSide, adjustedBankCents],
    [t.bookSide, bookCents],
    [t.ledgerSide, ledgersCents],
  ] as const;
  return (
    <dl aria-label={t.sides} className="grid gap-3 sm:grid-cols-3">
      {sides.map(([label, cents]) => {
        const agrees = cents === bookCents;
        const Icon = agrees ? CircleCheck : CircleX;
        return (
          <div key={label} className="rounded-md border border-line px-4 py-3">
            <dt className="text-[0.8125rem] text-muted">{label}</dt>
            <dd className="mt-0.5 flex items-center gap-2 text-lg font-semibold tabular-nums">
              <Icon aria-hidden className={cn("size-4.5 shrink-0", agrees ? "text-success" : "text-danger")} />
              {cents === null ? t.none : formatCents(cents)}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function listBankSide({
  bankCents,
  inTransitCents,
  outstandingCents,
  adjustedBankCents,
}: Reconciliation): readonly (readonly [string, ReactNode])[] {
  const amount = (cents: number | null) => (cents === null ? t.none : formatCents(cents));
  return [
    [t.closing, amount(bankCents)],
    [t.inTransit, amount(inTransitCents)],
    [t.outstanding, amount(outstandingCents)],
    [t.adjusted, amount(adjustedBankCents)],
  ];
}

type Item = Reconciliation["outstanding"][number];
type Ledger = Reconciliation["ledgers"][number];

/** What the sums are made of, each list closed until somebody opens it. */
function Parts({ reconciliation }: Pick<WholeProps, "reconciliation">) {
  const { inTransit, inTransitCount, outstanding, outstandingCount, ledgers, ledgerCount } = reconciliation;
  return (
    <>
      <Part label={t.inTransitItems} shown={inTransit.length} count={inTransitCount}>
        <Items name="trust-in-transit" caption={t.inTransitItems} items={inTransit} />
      </Part>
      <Part label={t.outstandingItems} shown={outstanding.length} count={outstandingCount}>
        <Items name="trust-outstanding" caption={t.outstandingItems} items={outstanding} />
      </Part>
      <Part label={t.ledgerItems} shown={ledgers.length} count={ledgerCount}>
        <LedgerItems ledgers={ledgers} />
      </Part>
    </>
  );
}

/** Read once somebody opens it. */
function MatchedPart({ trustAccountId }: { trustAccountId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="border-t border-line py-1 last:border-b"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer rounded py-1.5 text-sm font-medium">{matchedLines.title}</summary>
      <div className="pt-1 pb-3">{isOpen && <MatchedLines trustAccountId={trustAccountId} />}</div>
    </details>
  );
}

interface PartProps {
  label: string;
  shown: number;
  count: number;
  children: ReactNode;
}

function Part({ label, shown, count, children }: PartProps) {
  if (count === 0) return null;
  return (
    <details className="border-t border-line py-1 last:border-b">
      <summary className="cursor-pointer rounded py-1.5 text-sm font-medium">
        {t.items(label, formatNumber(count))}
      </summary>
      <div className="pt-1 pb-3">
        {children}
        {shown < count && (
          <p className="mt-2 text-sm text-muted">{t.firstOf(formatNumber(shown), formatNumber(count))}</p>
        )}
      </div>
    </details>
  );
}

interface ItemsProps {
  name: string;
  caption: string;
  items: readonly Item[];
}

function Items({ name, caption, items }: ItemsProps) {
  return (
    <DataTable
      name={name}
      caption={caption}
      rows={items}
      keyOf={({ transactionId }) => transactionId}
      columns={[
        { label: t.number, render: ({ number }) => number, text: ({ number }) => number },
        { label: t.occurred, render: ({ occurredOn }) => formatDay(occurredOn), text: ({ occurredOn }) => occurredOn },
        {
          label: t.amount,
          render: ({ amountCents }) => formatCents(amountCents),
          text: ({ amountCents }) => amountCents / 100,
          isNumber: true,
        },
        {
          label: t.check,
          render: ({ checkNumber }) => checkNumber ?? t.none,
          text: ({ checkNumber }) => checkNumber,
        },
      ]}
    />
  );
}

const nameLedger = ({ kind, case: about }: Ledger) => about?.sequenceId ?? accountView.kinds[kind];

function LedgerItems({ ledgers }: { ledgers: readonly Ledger[] }) {
  return (
    <DataTable
      name="trust-reconciled-ledgers"
      caption={t.ledgerItems}
      rows={ledgers}
      keyOf={({ ledgerId }) => ledgerId}
      columns={[
        { label: t.ledger, render: nameLedger, text: nameLedger },
        {
          label: t.balance,
          render: ({ balanceCents }) => formatCents(balanceCents),
          text: ({ balanceCents }) => balanceCents / 100,
          isNumber: true,
        },
      ]}
    />
  );
}

function Actions({ account, reconciliation }: WholeProps) {
  const { isBalanced, isClosed, asOfOn, unmatchedCount } = reconciliation;
  const { role } = useOrganization();
  const [opened, setOpened] = useState<"close" | "reopen" | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      {!isClosed && unmatchedCount > 0 && <MatchAgainButton trustAccountId={account.id} />}
      {!isClosed && isBalanced && (
        <Button size="sm" variant="primary" onClick={() => setOpened("close")}>
          {t.close}
        </Button>
      )}
      {isClosed && role === "owner" && (
        <Button size="sm" onClick={() => setOpened("reopen")}>
          {t.reopen}
        </Button>
      )}
      {opened === "close" && <CloseDialog trustAccountId={account.id} asOfOn={asOfOn} onClose={close} />}
      {opened === "reopen" && <ReopenDialog trustAccountId={account.id} asOfOn={asOfOn} onClose={close} />}
    </>
  );
}

interface PeriodDialogProps {
  trustAccountId: string;
  asOfOn: string;
  onClose: () => void;
}

function CloseDialog({ trustAccountId, asOfOn, onClose }: PeriodDialogProps) {
  const trpc = useTRPC();
  const { rejection, reject } = useFormErrors();
  const mutation = useChange(trpc.trustReconciliations.close.mutationOptions(), {
    successMessage: () => t.wasClosed,
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateTrust(),
  });
  return (
    <AlertDialog
      open
      danger={false}
      onOpenChange={onClose}
      title={t.closeTitle(formatDay(asOfOn))}
      description={t.closeHint}
      confirm={t.close}
      busy={mutation.isPending}
      onConfirm={() => mutation.mutate({ trustAccountId, asOfOn })}
    >
      {rejection !== null && (
        <Banner tone="danger" live>
          {rejection}
        </Banner>
      )}
    </AlertDialog>
  );
}

function ReopenDialog({ trustAccountId, asOfOn, onClose }: PeriodDialogProps) {
  const trpc = useTRPC();
  const form = useReason(t.enterReason);
  const mutation = useChange(trpc.trustReconciliations.reopen.mutationOptions(), {
    successMessage: () => t.wasReopened,
    onSuccess: onClose,
    onRejected: form.reject,
    invalidate: useInvalidateTrust(),
  });
  const submit = () => form.withReason((reason) => mutation.mutate({ trustAccountId, asOfOn, reason }));
  return (
    <ReasonDialog
      form={form}
      title={t.reopenTitle(formatDay(asOfOn))}
      description={t.reopenHint}
      action={t.reopen}
      label={t.reason}
      why="fields#closed-periods-of-a-trust-account"
      maxLength={1_000}
      isBusy={mutation.isPending}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
