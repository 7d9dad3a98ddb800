"use client";

import { keyStatuses } from "../../../contract/integration-keys.ts";
import { scopeCatalog } from "../../../contract/scopes.ts";
import { Button } from "../../ui/button.tsx";
import { SearchField } from "../../ui/forms/search-field.tsx";
import { Choice, Options, Select } from "../../ui/forms/select.tsx";
import { nameStatus } from "../../ui/feedback/status-badge.tsx";
import { isNarrowed, withoutSecret, type ListQuery } from "./list-query.ts";

const sorts = { newest: "Newest first", name: "By name", expires: "Expiring first" } as const;

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
          label="Search by name or prefix"
          placeholder="Name or prefix"
          value={query.search}
          onChange={(search) => onChange({ ...query, search: withoutSecret(search) }, true)}
        />
      </div>
      <Choice
        aria-label="Status"
        values={keyStatuses.toReversed()}
        name={nameStatus}
        none="All statuses"
        value={query.status}
        className="sm:w-40"
        onChange={(status) => onChange({ ...query, status })}
      />
      <Choice
        aria-label="Scope"
        values={[...scopeCatalog.keys()]}
        name={(scope) => scope}
        none="All scopes"
        value={query.scope}
        className="sm:w-44"
        onChange={(scope) => onChange({ ...query, scope })}
      />
      <Select
        aria-label="Order"
        value={query.sort}
        className="max-sm:col-span-2 sm:w-36"
        onChange={({ target }) => onChange({ ...query, sort: target.value === "name" || target.value === "expires" ? target.value : "newest" })}
      >
        <Options of={Object.entries(sorts)} />
      </Select>
      {isNarrowed(query) && (
        <Button variant="ghost" className="px-3 max-sm:col-span-2" onClick={() => onChange({ search: "", status: null, scope: null, sort: query.sort })}>
          Clear filters
        </Button>
      )}
    </search>
  );
}
