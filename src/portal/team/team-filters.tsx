"use client";

import { Button } from "../ui/button.tsx";
import { SearchField } from "../ui/forms/search-field.tsx";
import { Select } from "../ui/forms/select.tsx";
import { nameStatus } from "../ui/feedback/status-badge.tsx";
import { memberStatuses } from "./team-query.ts";
import type { TeamQuery } from "./team-query.ts";

interface TeamFiltersProps {
  query: TeamQuery;
  /** @param isTyping true for a keystroke, which adds no history entry */
  onChange: (query: TeamQuery, isTyping?: boolean) => void;
}

export function TeamFilters({ query, onChange }: TeamFiltersProps) {
  return (
    <search className="mb-4 grid gap-2.5 sm:flex sm:flex-wrap sm:items-center">
      <SearchField
        label="Search by name or email address"
        placeholder="Name or email"
        value={query.search}
        onChange={(search) => onChange({ ...query, search }, true)}
      />
      <Select
        aria-label="Status"
        value={query.status ?? ""}
        className="sm:w-44"
        onChange={({ target }) => onChange({ ...query, status: memberStatuses.find((status) => status === target.value) ?? null })}
      >
        <option value="">All statuses</option>
        {memberStatuses.map((status) => (
          <option key={status} value={status}>
            {nameStatus(status)}
          </option>
        ))}
      </Select>
      {(query.search.trim() !== "" || query.status !== null) && (
        <Button variant="ghost" onClick={() => onChange({ search: "", status: null })}>
          Clear filters
        </Button>
      )}
    </search>
  );
}
