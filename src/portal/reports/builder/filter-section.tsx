import { ListFilter } from "lucide-react";
import { useState } from "react";
import { SectionCard } from "../../ui/card.tsx";
import { FieldError } from "../../ui/forms/field.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { useDefinition, useFields } from "./definition.ts";
import { findField, type ReportField } from "./draft.ts";
import { FieldOptions } from "./field-options.tsx";
import { addFilter, removeFilter } from "./filters.ts";
import { later } from "../../ui/feedback/later.tsx";
import { filterSection as t } from "./strings.ts";

// Loaded with the first filter.
const FilterRow = later(
  () => import("./filter-row.tsx").then((module) => module.FilterRow),
  () => (
    <li>
      <Skeleton className="h-32 rounded-lg" />
    </li>
  ),
);

export function FiltersSection() {
  const { draft, change, faultAt } = useDefinition();
  const fields = useFields();
  const [status, setStatus] = useState("");
  return (
    <SectionCard id="filters" title={t.filters} why="fields#filters" description={t.description}>
      <div className="grid gap-3">
        {draft.filters.length > 0 && (
          <ol aria-label={t.filters} className="grid gap-3">
            {draft.filters.map((filter, index) => (
              <FilterRow
                key={filter.id}
                filter={filter}
                index={index}
                onRemove={() => {
                  change(removeFilter(draft, index));
                  setStatus(t.filterRemoved);
                  document.getElementById("add-filter")?.focus();
                }}
              />
            ))}
          </ol>
        )}
        <FieldError message={faultAt("filters", "parameters")} />
        <AddFilter
          fields={fields}
          onAdd={(field) => {
            change(addFilter(draft, field));
            setStatus(t.filterAdded(field.label));
          }}
        />
      </div>
      <p aria-live="polite" className="sr-only">
        {status}
      </p>
    </SectionCard>
  );
}

function AddFilter({ fields, onAdd }: { fields: readonly ReportField[]; onAdd: (field: ReportField) => void }) {
  return (
    <div className="flex items-center gap-2.5">
      <ListFilter aria-hidden className="size-4.5 shrink-0 text-muted" />
      <Select
        id="add-filter"
        aria-label={t.addFilter}
        value=""
        className="w-full sm:max-w-72"
        onChange={({ target }) => {
          const field = findField(fields, target.value);
          if (field !== undefined) onAdd(field);
        }}
      >
        <option value="">{t.chooseField}</option>
        <FieldOptions fields={fields} />
      </Select>
    </div>
  );
}
