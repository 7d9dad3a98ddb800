"use client";

import { KeyRound, ListFilter, Plus } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { useTRPC, useTRPCClient } from "../../client/trpc.ts";
import { useChangeFilters } from "../../client/use-change-filters.ts";
import { PagedList } from "../../client/paged-list.tsx";
import { usePages } from "../../client/use-pages.ts";
import { useOrganization } from "../../shell/account-context.tsx";
import { NoPermission } from "../../shell/no-permission.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { LinkButton } from "../../ui/link.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { KeyFilters } from "./key-filters.tsx";
import { KeyTable } from "./key-table.tsx";
import { isNarrowed, noFilters, readListQuery, toListInput, writeListQuery } from "./list-query.ts";
import type { BulkChoice } from "../bulk/use-bulk.ts";
import type { KeyPage } from "../portal-types.ts";
import { useSelection } from "./use-selection.ts";
import { later } from "../../ui/feedback/later.tsx";
import { credentialsScreen as t } from "./strings.ts";

// Loaded with the first selection.
const BulkBar = later(() => import("../bulk/bulk-bar.tsx").then((module) => module.BulkBar));
const BulkDialog = later(() => import("../bulk/bulk-dialog.tsx").then((module) => module.BulkDialog));

export function CredentialsScreen() {
  const { can, href } = useOrganization();
  const isManager = can("integrations:manage");
  return (
    <>
      <PageHeader
        title={t.apiKeys}
        description={t.apiKeysDescription}
        actions={
          isManager ? (
            <>
              <LinkButton href={href("/find-key")}>{t.findKey}</LinkButton>
              <LinkButton variant="primary" href={href("/credentials/new")}>
                <Plus aria-hidden className="size-4" />
                {t.createKey}
              </LinkButton>
            </>
          ) : undefined
        }
      />
      {isManager ? <KeyList /> : <NoPermission permission="integrations:manage" what={t.manageApiKeys} />}
    </>
  );
}

function KeyList() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const query = readListQuery(useSearchParams());
  const input = { ...toListInput(query), limit: 50 };
  const list = usePages<KeyPage>(
    trpc.serviceAccounts.list.queryKey(input),
    (place) => client.serviceAccounts.list.query({ ...input, ...place }),
    { keepFormer: true },
  );
  const change = useChangeFilters(writeListQuery);
  const keys = list.data?.pages.flatMap((page) => page.serviceAccounts) ?? [];
  const selection = useSelection(keys);
  // Above the list: a changed key can leave it while the dialog still shows what became of the others.
  const [bulk, setBulk] = useState<BulkChoice | null>(null);
  return (
    <>
      <KeyFilters query={query} onChange={change} />
      <PagedList
        list={list}
        items={(page) => page.serviceAccounts}
        nouns={isNarrowed(query) ? t.matchingNouns : t.nouns}
        what={t.apiKeys}
        placeholder={6}
        empty={isNarrowed(query) ? <NoMatch onClear={() => change({ ...query, ...noFilters })} /> : <NoKeys />}
      >
        {() => (
          <>
            <Checkbox
              label={t.selectAllShown}
              className="mb-2 max-sm:pl-3 sm:-mb-7 sm:w-fit sm:pl-4"
              checked={selection.items.length === keys.length}
              onChange={({ target }) => selection.selectAll(target.checked)}
            />
            <KeyTable
              keys={keys}
              sort={query.sort}
              onSort={(sort) => change({ ...query, sort })}
              selected={selection.ids}
              onSelect={selection.select}
            />
          </>
        )}
      </PagedList>
      {selection.items.length > 0 && (
        <BulkBar keys={selection.items} onChoose={setBulk} onClear={() => selection.selectAll(false)} />
      )}
      {bulk !== null && (
        <BulkDialog
          {...bulk}
          onClose={(isDone) => {
            setBulk(null);
            if (isDone) selection.selectAll(false);
          }}
        />
      )}
    </>
  );
}

function NoKeys() {
  const { href } = useOrganization();
  return (
    <EmptyState
      icon={KeyRound}
      title={t.noApiKeysYet}
      actions={
        <>
          <LinkButton variant="primary" href={href("/credentials/new")}>
            {t.createKey}
          </LinkButton>
          <a
            href="/docs"
            className="inline-flex h-9.5 items-center rounded-md px-3 text-sm font-semibold text-accent underline underline-offset-3"
          >
            {t.readApiReference}
          </a>
        </>
      }
    >
      {t.apiKeyConnectsIntegration}
    </EmptyState>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={ListFilter}
      title={t.noMatchingKeys}
      actions={<Button onClick={onClear}>{t.clearFilters}</Button>}
    >
      {t.searchMatchesKeyNames}
    </EmptyState>
  );
}
