import { Button } from "../ui/button.tsx";
import { SearchField } from "../ui/forms/search-field.tsx";
import { Choice, Select } from "../ui/forms/select.tsx";
import { everything, writeListQuery, type ListQuery } from "./list-query.ts";
import { categories, categoryTitles } from "./report-labels.ts";
import { reportFilters as t } from "./strings.ts";

interface ReportFiltersProps {
  query: ListQuery;
  /** @param isTyping true for a keystroke, which adds no history entry */
  change: (changes: Partial<ListQuery>, isTyping?: boolean) => void;
}

export function ReportFilters({ query, change }: ReportFiltersProps) {
  return (
    <search className="mb-6 grid grid-cols-2 gap-2.5 sm:flex sm:flex-wrap sm:items-center">
      <div className="max-sm:col-span-2 sm:flex sm:max-w-sm sm:flex-1">
        <SearchField
          label={t.searchReports}
          placeholder={t.nameOrDescription}
          value={query.search}
          onChange={(search) => change({ search }, true)}
        />
      </div>
      <Choice
        aria-label={t.category}
        values={categories}
        name={(category) => categoryTitles[category]}
        none={t.allCategories}
        value={query.category}
        className="sm:w-44"
        onChange={(category) => change({ category })}
      />
      <Select
        aria-label={t.source}
        value={query.isOwn ? "own" : ""}
        className="sm:w-52"
        onChange={({ target }) => change({ isOwn: target.value === "own" })}
      >
        <option value="">{t.allSources}</option>
        <option value="own">{t.customReports}</option>
      </Select>
      {writeListQuery(query) !== "" && (
        <Button variant="ghost" className="px-3 max-sm:col-span-2" onClick={() => change(everything)}>
          {t.clearFilters}
        </Button>
      )}
    </search>
  );
}
