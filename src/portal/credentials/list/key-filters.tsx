import { useQuery } from "@tanstack/react-query";
import { keyStatuses } from "../../../contract/integration-keys.ts";
import { scopeCatalog } from "../../../contract/scopes.ts";
import { useTRPC } from "../../client/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { SearchField } from "../../ui/forms/search-field.tsx";
import { Choice, Options, Select } from "../../ui/forms/select.tsx";
import { nameStatus } from "../../ui/feedback/status-badge.tsx";
import { isNarrowed, noFilters, withoutSecret, type ListQuery } from "./list-query.ts";
import { keyFilters as t } from "./strings.ts";

const sorts = t.sorts;

interface KeyFiltersProps {
  query: ListQuery;
  /** @param isTyping true for a keystroke, which adds no history entry */
  onChange: (query: ListQuery, isTyping?: boolean) => void;
}

export function KeyFilters({ query, onChange }: KeyFiltersProps) {
  return (
    <search className="mb-4 grid grid-cols-2 gap-2.5 sm:flex sm:flex-wrap sm:items-center">
      <div className="max-sm:col-span-2 sm:flex sm:max-w-sm sm:flex-1">
        <SearchField
          label={t.searchByName}
          placeholder={t.nameOrPrefix}
          value={query.search}
          onChange={(search) => onChange({ ...query, search: withoutSecret(search) }, true)}
        />
      </div>
      <Choice
        aria-label={t.status}
        values={keyStatuses.toReversed()}
        name={nameStatus}
        none={t.allStatuses}
        value={query.status}
        className="sm:w-40"
        onChange={(status) => onChange({ ...query, status })}
      />
      <Choice
        aria-label={t.scope}
        values={[...scopeCatalog.keys()]}
        name={(scope) => scope}
        none={t.allScopes}
        value={query.scope}
        className="sm:w-44"
        onChange={(scope) => onChange({ ...query, scope })}
      />
      <GroupFilters query={query} onChange={onChange} />
      <Select
        aria-label={t.order}
        value={query.sort}
        className="max-sm:col-span-2 sm:w-36"
        onChange={({ target }) =>
          onChange({ ...query, sort: target.value === "name" || target.value === "expires" ? target.value : "newest" })
        }
      >
        <Options of={Object.entries(sorts)} />
      </Select>
      {isNarrowed(query) && (
        <Button
          variant="ghost"
          className="px-3 max-sm:col-span-2"
          onClick={() => onChange({ ...noFilters, sort: query.sort })}
        >
          {t.clearFilters}
        </Button>
      )}
    </search>
  );
}

/** Only what keys have: most firms need neither. */
function GroupFilters({ query, onChange }: KeyFiltersProps) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.keys.listGroups.queryOptions({}));
  const tags = [...new Set([...(data?.tags ?? []), ...(query.tag === null ? [] : [query.tag])])];
  const owners = data?.owners ?? [];
  return (
    <>
      {tags.length > 0 && (
        <Choice
          aria-label={t.tag}
          values={tags}
          name={(tag) => tag}
          none={t.allTags}
          value={query.tag}
          className="sm:w-36"
          onChange={(tag) => onChange({ ...query, tag })}
        />
      )}
      {owners.length > 0 && (
        <Choice
          aria-label={t.owner}
          values={owners.map(({ memberId }) => memberId)}
          name={(id) => owners.find(({ memberId }) => memberId === id)?.name ?? id}
          none={t.allOwners}
          value={query.owner}
          className="sm:w-40"
          onChange={(owner) => onChange({ ...query, owner })}
        />
      )}
    </>
  );
}
