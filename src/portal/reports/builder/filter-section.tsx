import { ListFilter } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { SectionCard } from "../../ui/card.tsx";
import { FieldError } from "../../ui/forms/field.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { useDefinition, useFields } from "./definition.ts";
import { findField, type ReportField } from "./draft.ts";
import { FieldOptions } from "./field-options.tsx";
import { addFilter, removeFilter } from "./filters.ts";
import { retryable } from "../../ui/feedback/retryable.tsx";

// Loaded with the first filter.
const FilterRow = dynamic(retryable(() => import("./filter-row.tsx").then((module) => module.FilterRow)), { ssr: false, loading: () => <li><Skeleton className="h-32 rounded-lg" /></li> });

export function FiltersSection() {
  const { draft, change, faultAt } = useDefinition();
  const fields = useFields();
  const [status, setStatus] = useState("");
  return (
    <SectionCard id="filters" title="Filters" why="fields#filters" description="Rows must match all filters. A filter can ask for its value when the report is run.">
      <div className="grid gap-3">
        {draft.filters.length > 0 && (
          <ol aria-label="Filters" className="grid gap-3">
            {draft.filters.map((filter, index) => (
              <FilterRow
                key={filter.id}
                filter={filter}
                index={index}
                onRemove={() => {
                  change(removeFilter(draft, index));
                  setStatus("Filter removed.");
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
            setStatus(`Filter ${field.label} added.`);
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
        aria-label="Add a filter"
        value=""
        className="w-full sm:max-w-72"
        onChange={({ target }) => {
          const field = findField(fields, target.value);
          if (field !== undefined) onAdd(field);
        }}
      >
        <option value="">Choose a field…</option>
        <FieldOptions fields={fields} />
      </Select>
    </div>
  );
}
