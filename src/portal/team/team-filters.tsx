import { Button } from "../ui/button.tsx";
import { SearchField } from "../ui/forms/search-field.tsx";
import { Choice } from "../ui/forms/select.tsx";
import { nameStatus } from "../ui/feedback/status-badge.tsx";
import { teamFilters as t } from "./strings.ts";
import { memberStatuses, type TeamQuery } from "./team-query.ts";

interface TeamFiltersProps {
  query: TeamQuery;
  /** @param isTyping true for a keystroke, which adds no history entry */
  onChange: (query: TeamQuery, isTyping?: boolean) => void;
}

export function TeamFilters({ query, onChange }: TeamFiltersProps) {
  return (
    <search className="mb-4 grid gap-2.5 sm:flex sm:flex-wrap sm:items-center">
      <SearchField
        label={t.searchByName}
        placeholder={t.nameOrEmail}
        value={query.search}
        onChange={(search) => onChange({ ...query, search }, true)}
      />
      <Choice
        aria-label={t.status}
        values={memberStatuses}
        name={nameStatus}
        none={t.allStatuses}
        value={query.status}
        className="sm:w-44"
        onChange={(status) => onChange({ ...query, status })}
      />
      {(query.search.trim() !== "" || query.status !== null) && (
        <Button variant="ghost" onClick={() => onChange({ search: "", status: null })}>
          {t.clearFilters}
        </Button>
      )}
    </search>
  );
}
