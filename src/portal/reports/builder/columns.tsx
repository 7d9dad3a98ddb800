import { Hash } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef, useState, type RefObject } from "react";
import { Button } from "../../ui/button.tsx";
import { SectionCard } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { useDefinition, useFields } from "./definition.ts";
import { addColumn, changeColumn, findField, headingOf, isGrouped, moveColumn, removeColumn, type ColumnDraft, type ReportField } from "./draft.ts";
import { FieldPicker } from "./picker.tsx";
import { bucketLabels } from "./labels.ts";
import { retryable } from "../../ui/feedback/retryable.tsx";

// Loaded with the first column.
const ColumnItem = dynamic(retryable(() => import("./column-item.tsx").then((module) => module.ColumnItem)), { ssr: false, loading: () => <li><Skeleton className="h-30 rounded-lg" /></li> });

function useColumns(list: RefObject<HTMLOListElement | null>) {
  const { draft, change } = useDefinition();
  const fields = useFields();
  const [status, setStatus] = useState("");
  const add = (field: ReportField, isCount = false) => {
    change(addColumn(draft, field, isCount ? "count" : null));
    setStatus(`${isCount ? "Count" : field.label} is column ${draft.columns.length + 1}.`);
  };
  const move = (column: ColumnDraft, index: number, by: -1 | 1) => {
    change(moveColumn(draft, index, by));
    setStatus(`${headingOf(column, fields)} is column ${index + by + 1} of ${draft.columns.length}.`);
  };
  const remove = (column: ColumnDraft, index: number) => {
    change(removeColumn(draft, column.key));
    setStatus(`${headingOf(column, fields)} was removed.`);
    focusAfterRemoval(list, index);
  };
  return { status, add, move, remove };
}

export function ColumnsSection() {
  const { draft, change, faultAt } = useDefinition();
  const fields = useFields();
  const list = useRef<HTMLOListElement>(null);
  const { status, add, move, remove } = useColumns(list);
  const counted = findField(fields, "id");
  return (
    <SectionCard id="columns" title="Columns" why="fields#columns" description="Values of each row, from left to right. If a column is a count or sum, the other columns define the groups.">
      <div className="grid gap-6 lg:grid-cols-[minmax(0,19rem)_minmax(0,1fr)]">
        <div className="grid content-start gap-3">
          <FieldPicker fields={fields} error={faultAt("columns")} onPick={(field) => add(field)} />
          {counted !== undefined && (
            <Button size="sm" className="justify-self-start" onClick={() => add(counted, true)}>
              <Hash aria-hidden className="size-4" />
              Add row count
            </Button>
          )}
        </div>
        <div className="min-w-0">
          {draft.columns.length === 0 && <NoColumns />}
          <ol ref={list} aria-label="Columns, from left to right" className="grid gap-2.5">
            {draft.columns.map((column, index) => (
              <ColumnItem
                key={column.key}
                column={column}
                index={index}
                count={draft.columns.length}
                onChange={(changes) => change(changeColumn(draft, index, changes))}
                onMove={(by) => move(column, index, by)}
                onRemove={() => remove(column, index)}
              />
            ))}
          </ol>
          <Groups />
        </div>
      </div>
      <p aria-live="polite" className="sr-only">
        {status}
      </p>
    </SectionCard>
  );
}

function NoColumns() {
  return (
    <p className="grid min-h-40 place-items-center rounded-lg border border-dashed border-edge/60 px-6 py-8 text-center text-sm text-muted">
      No columns yet. Add fields from the list.
    </p>
  );
}

function Groups() {
  const { draft } = useDefinition();
  const fields = useFields();
  if (!isGrouped(draft)) return null;
  const groups = draft.columns.filter(({ aggregate }) => aggregate === null).map((column) => (column.bucket === null ? headingOf(column, fields) : `${headingOf(column, fields)} ${bucketLabels[column.bucket].toLowerCase()}`));
  return <p className="mt-3 text-sm text-muted">{describeGroups(groups)}</p>;
}

function describeGroups(groups: readonly string[]): string {
  if (groups.length === 0) return "The report has one row for all matching records.";
  return `The report has one row for each ${groups.join(" and ")}.`;
}

/** Focuses the column that took its place, or the last one. */
function focusAfterRemoval(list: RefObject<HTMLOListElement | null>, index: number): void {
  requestAnimationFrame(() => {
    const items = list.current?.querySelectorAll<HTMLElement>("[data-remove]");
    (items?.[index] ?? items?.[index - 1] ?? document.querySelector<HTMLElement>("#columns input"))?.focus();
  });
}
