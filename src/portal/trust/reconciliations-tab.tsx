import { useQuery } from "@tanstack/react-query";
import { FileUp, Landmark } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { LoadedList } from "../client/loaded-list.tsx";
import { PagedList } from "../client/paged-list.tsx";
import { useTRPC, useTRPCClient, type PortalOutputs } from "../client/trpc.ts";
import { usePages } from "../client/use-pages.ts";
import { formatDay } from "../deadlines/views.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { later } from "../ui/feedback/later.tsx";
import { SkeletonTable } from "../ui/feedback/skeleton.tsx";
import { formatCents } from "../ui/format.ts";
import { Field } from "../ui/forms/field.tsx";
import { OneOfField } from "../ui/forms/fields.tsx";
import { TextInput } from "../ui/forms/text-input.tsx";
import { PlainLink } from "../ui/link.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { allAccounts } from "./accounts-tab.tsx";
import { closedPeriods } from "./lazy-strings.ts";
import { ReconciliationOf, useReconciliation } from "./reconciliation-view.tsx";
import { reconciliationsTab as t } from "./strings.ts";
import type { ClosedReconciliation, TrustAccount } from "./views.ts";

const ImportDialog = later(() => import("./import-dialog.tsx").then((file) => file.ImportDialog));

/** `&account=tra_…&asOf=2026-10-31` shows another account or day than the first and its last bank statement. */
export function ReconciliationsTab() {
  const trpc = useTRPC();
  const list = useQuery(trpc.trustAccounts.list.queryOptions(allAccounts));
  const wanted = useSearchParams().get("account");
  return (
    <LoadedList
      query={list}
      what={t.accounts}
      items={list.data?.trustAccounts}
      placeholder={<SkeletonTable rows={3} />}
      empty={
        <EmptyState icon={Landmark} title={t.noAccounts}>
          {t.noAccountsHint}
        </EmptyState>
      }
    >
      {(accounts) => {
        const account = accounts.find(({ id }) => id === wanted) ?? accounts[0];
        return account === undefined ? null : <OfAccount key={account.id} accounts={accounts} account={account} />;
      }}
    </LoadedList>
  );
}

interface OfAccountProps {
  accounts: readonly TrustAccount[];
  account: TrustAccount;
}

function OfAccount({ accounts, account }: OfAccountProps) {
  const { href } = useOrganization();
  const asOfOn = useSearchParams().get("asOf");
  const [isImporting, setImporting] = useState(false);
  const show = (accountId: string, day: string | null) => {
    const chosenDay = day === null || day === "" ? "" : `&asOf=${day}`;
    window.history.pushState(null, "", href(`/trust?tab=reconciliations&account=${accountId}${chosenDay}`));
  };
  return (
    <>
      <p className="max-w-prose text-sm text-muted">{t.description}</p>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        {accounts.length > 1 && (
          <OneOfField
            label={t.account}
            className="w-64 max-w-full"
            values={accounts.map(({ id }) => id)}
            name={(id) => accounts.find((each) => each.id === id)?.name ?? id}
            value={account.id}
            onChange={(id) => show(id, null)}
          />
        )}
        <AsOfField account={account} asOfOn={asOfOn} onChange={(day) => show(account.id, day)} />
        <Button className="sm:ml-auto" onClick={() => setImporting(true)}>
          <FileUp aria-hidden className="size-4" />
          {t.import}
        </Button>
      </div>
      {/* Until the account's own has come, that of another one must not stand under its name. */}
      <ReconciliationOf key={account.id} account={account} asOfOn={asOfOn} />
      <SectionCard title={t.closedPeriods}>
        <ClosedPeriods account={account} />
      </SectionCard>
      {isImporting && <ImportDialog account={account} onClose={() => setImporting(false)} />}
    </>
  );
}

interface AsOfFieldProps {
  account: TrustAccount;
  /** Null for the end of the last bank statement, which the field then shows. */
  asOfOn: string | null;
  onChange: (day: string) => void;
}

/** While a day is typed, the input has no value, or a year such as 0020: what is shown stays until the day is whole. */
function AsOfField({ account, asOfOn, onChange }: AsOfFieldProps) {
  const { data } = useReconciliation(account, asOfOn);
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field label={t.asOf} why="fields#reconciliation">
      {(control) => (
        <TextInput
          {...control}
          type="date"
          className="w-44"
          value={typed ?? asOfOn ?? data?.reconciliation.asOfOn ?? ""}
          onBlur={() => setTyped(null)}
          onChange={({ target }) => {
            setTyped(target.value);
            if (target.value >= "1900") onChange(target.value);
          }}
        />
      )}
    </Field>
  );
}

function ClosedPeriods({ account }: Pick<OfAccountProps, "account">) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { trustAccountId: account.id, limit: 12 };
  const list = usePages<PortalOutputs["trustReconciliations"]["list"]>(
    trpc.trustReconciliations.list.queryKey(input),
    (place) => client.trustReconciliations.list.query({ ...input, ...place }),
  );
  return (
    <PagedList
      list={list}
      items={(page) => page.reconciliations}
      nouns={t.closedNouns}
      placeholder={3}
      empty={<p className="text-sm text-muted">{t.noneClosed}</p>}
    >
      {(reconciliations) => <ClosedTable account={account} reconciliations={reconciliations} />}
    </PagedList>
  );
}

const nameState = ({ isClosed }: ClosedReconciliation) => (isClosed ? closedPeriods.closed : closedPeriods.reopened);

interface ClosedTableProps {
  account: TrustAccount;
  reconciliations: readonly ClosedReconciliation[];
}

function ClosedTable({ account, reconciliations }: ClosedTableProps) {
  const { href } = useOrganization();
  return (
    <DataTable
      name="trust-closed-periods"
      caption={closedPeriods.caption}
      rows={reconciliations}
      keyOf={({ id }) => id}
      columns={[
        {
          label: closedPeriods.asOf,
          render: ({ asOfOn }) => (
            <PlainLink
              href={href(`/trust?tab=reconciliations&account=${account.id}&asOf=${asOfOn}`)}
              className="rounded py-0.5 font-semibold text-accent hover:underline"
            >
              {formatDay(asOfOn)}
            </PlainLink>
          ),
          text: ({ asOfOn }) => asOfOn,
        },
        {
          label: closedPeriods.state,
          render: (each) => <Badge tone={each.isClosed ? "success" : "neutral"}>{nameState(each)}</Badge>,
          text: nameState,
        },
        {
          label: closedPeriods.balance,
          render: ({ bookCents }) => formatCents(bookCents),
          text: ({ bookCents }) => bookCents / 100,
          isNumber: true,
        },
        {
          label: closedPeriods.closedBy,
          render: ({ closedBy }) => closedBy?.name,
          text: ({ closedBy }) => closedBy?.name ?? null,
        },
        {
          label: closedPeriods.closedAt,
          render: ({ closedAt }) => <RelativeTime instant={closedAt} />,
          text: ({ closedAt }) => closedAt,
        },
      ]}
    />
  );
}
