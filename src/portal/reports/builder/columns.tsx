import { Hash } from "lucide-react";
import { useRef, useState, type RefObject } from "react";
import { Button } from "../../ui/button.tsx";
import { SectionCard } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { useDefinition, useFields } from "./definition.ts";
import {
  addColumn,
  changeColumn,
  findField,
  headingOf,
  isGrouped,
  moveColumn,
  removeColumn,
  type ColumnDraft,
  type ReportField,
} from "./draft.ts";
import { FieldPicker } from "./picker.tsx";
import { bucketLabels } from "./builder-labels.ts";
import { columns as t } from "./strings.ts";
import { later } from "../../ui/feedback/later.tsx";

// Loaded with the first column.
const ColumnItem = later(
  () => import("./column-item.tsx").then((module) => module.ColumnItem),
  () => (
    <li>
      <Skeleton className="h-30 rounded-lg" />
    </li>
  ),
);

function useColumns(list: RefObject<HTMLOListElement | null>) {
  const { draft, change } = useDefinition();
  const fields = useFields();
  const [status, setStatus] = useState("");
  const add = (field: ReportField, isCount = false) => {
    change(addColumn(draft, field, isCount ? "count" : null));
    setStatus(t.isColumn(isCount ? t.count : field.label, draft.columns.length + 1));
  };
  const move = (column: ColumnDraft, index: number, by: -1 | 1) => {
    change(moveColumn(draft, index, by));
    setStatus(t.isColumnOf(headingOf(column, fields), index + by + 1, draft.columns.length));
  };
  const remove = (column: ColumnDraft, index: number) => {
    change(removeColumn(draft, column.key));
    setStatus(t.wasRemoved(headingOf(column, fields)));
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
    <SectionCard id="columns" title={t.columns} why="fields#columns" description={t.description}>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,19rem)_minmax(0,1fr)]">
        <div className="grid content-start gap-3">
          <FieldPicker fields={fields} error={faultAt("columns")} onPick={(field) => add(field)} />
          {counted !== undefined && (
            <Button size="sm" className="justify-self-start" onClick={() => add(counted, true)}>
              <Hash aria-hidden className="size-4" />
              {t.addRowCount}
            </Button>
          )}
        </div>
        <div className="min-w-0">
          {draft.columns.length === 0 && <NoColumns />}
          <ol ref={list} aria-label={t.fromLeftToRight} className="grid gap-2.5">
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
      {t.noColumns}
    </p>
  );
}

function Groups() {
  const { draft } = useDefinition();
  const fields = useFields();
  if (!isGrouped(draft)) return null;
  const groups = draft.columns
    .filter(({ aggregate }) => aggregate === null)
    .map((column) =>
      column.bucket === null
        ? headingOf(column, fields)
        : `${headingOf(column, fields)} ${bucketLabels[column.bucket].toLowerCase()}`,
    );
  return <p className="mt-3 text-sm text-muted">{describeGroups(groups)}</p>;
}

function describeGroups(groups: readonly string[]): string {
  if (groups.length === 0) return t.oneRow;
  return t.oneRowForEach(groups.join(t.and));
}

/** Focuses the column that took its place, or the last one. */
function focusAfterRemoval(list: RefObject<HTMLOListElement | null>, index: number): void {
  requestAnimationFrame(() => {
    const items = list.current?.querySelectorAll<HTMLElement>("[data-remove]");
    (items?.[index] ?? items?.[index - 1] ?? document.querySelector<HTMLElement>("#columns input"))?.focus();
  });
}
