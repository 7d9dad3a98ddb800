import { useQuery } from "@tanstack/react-query";
import { Landmark, Plus } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { LoadedList } from "../client/loaded-list.tsx";
import { useTRPC } from "../client/trpc.ts";
import { formatDay } from "../deadlines/views.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { later } from "../ui/feedback/later.tsx";
import { SkeletonTable } from "../ui/feedback/skeleton.tsx";
import { formatCents } from "../ui/format.ts";
import { PlainLink } from "../ui/link.tsx";
import { AccountView } from "./account-view.tsx";
import { accountsTab as t } from "./strings.ts";
import type { TrustAccount } from "./views.ts";

const AccountDialog = later(() => import("./account-dialog.tsx").then((file) => file.AccountDialog));

/** A firm has few: one page. */
export const allAccounts = { limit: 200 } as const;

/** `&account=tra_…` shows one. */
export function AccountsTab() {
  const trpc = useTRPC();
  const { role } = useOrganization();
  const chosen = useSearchParams().get("account");
  const [isCreating, setCreating] = useState(false);
  const list = useQuery(trpc.trustAccounts.list.queryOptions(allAccounts));
  if (chosen !== null) return <AccountView key={chosen} accountId={chosen} list={list} />;
  const isOwner = role === "owner";
  const create = isOwner && (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden className="size-4" />
      {t.create}
    </Button>
  );
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-sm text-muted">{t.description}</p>
        {list.data?.trustAccounts.length !== 0 && create}
      </div>
      <LoadedList
        query={list}
        what={t.accounts}
        items={list.data?.trustAccounts}
        placeholder={<SkeletonTable rows={2} />}
        empty={
          <EmptyState icon={Landmark} title={t.none} actions={create}>
            {t.noneHint} {!isOwner && t.noneOwner}
          </EmptyState>
        }
      >
        {(accounts) => <AccountTable accounts={accounts} />}
      </LoadedList>
      {isCreating && <AccountDialog onClose={() => setCreating(false)} />}
    </>
  );
}

const nameBank = ({ bankName, accountNumberLast4 }: TrustAccount) => t.bankAccount(bankName, accountNumberLast4);

function AccountTable({ accounts }: { accounts: readonly TrustAccount[] }) {
  const { href } = useOrganization();
  return (
    <DataTable
      name="trust-accounts"
      caption={t.caption}
      rows={accounts}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t.account,
          render: ({ id, name, status }) => (
            <span className="flex flex-wrap items-center gap-2">
              <PlainLink
                href={href(`/trust?tab=accounts&account=${id}`)}
                className="rounded py-0.5 font-semibold wrap-anywhere text-accent hover:underline"
              >
                {name}
              </PlainLink>
              {status === "closed" && <Badge>{t.closed}</Badge>}
            </span>
          ),
          text: ({ name }) => name,
          className: "max-sm:basis-full",
        },
        { label: t.bank, render: nameBank, text: nameBank },
        { label: t.type, render: ({ type }) => t.types[type], text: ({ type }) => t.types[type] },
        {
          label: t.book,
          render: ({ bookCents }) => formatCents(bookCents),
          text: ({ bookCents }) => bookCents / 100,
          isNumber: true,
        },
        {
          label: t.uncleared,
          render: ({ unclearedCents }) => formatCents(unclearedCents),
          text: ({ unclearedCents }) => unclearedCents / 100,
          isNumber: true,
        },
        {
          label: t.reconciled,
          render: ({ lastReconciledOn }) => (lastReconciledOn === null ? t.never : formatDay(lastReconciledOn)),
          text: ({ lastReconciledOn }) => lastReconciledOn,
        },
        {
          label: t.jurisdiction,
          render: ({ jurisdiction }) => jurisdiction,
          text: ({ jurisdiction }) => jurisdiction,
          isOptional: true,
        },
      ]}
    />
  );
}
