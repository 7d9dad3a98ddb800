import { ArrowDown, ArrowUp, X } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code-block.tsx";
import { FieldError } from "../../ui/forms/field.tsx";
import { MoveButton } from "../../ui/forms/move-button.tsx";
import { ChoiceField, TextField } from "../../ui/forms/fields.tsx";
import { useDefinition, useFields } from "./definition.ts";
import { findField, headingOf, type ColumnDraft, type ReportField } from "./draft.ts";
import { bucketLabels } from "./builder-labels.ts";
import { isTime } from "./filters.ts";
import { columnItem as t } from "./lazy-strings.ts";
import { aggregateLabels } from "./operator-labels.ts";

interface ColumnItemProps {
  column: ColumnDraft;
  index: number;
  count: number;
  onChange: (changes: Partial<ColumnDraft>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

export function ColumnItem({ column, index, count, onChange, onMove, onRemove }: ColumnItemProps) {
  const fields = useFields();
  const { faultAt } = useDefinition();
  const field = findField(fields, column.field);
  const heading = headingOf(column, fields);
  return (
    <li className="rounded-lg border border-line bg-ground px-3.5 py-3">
      <div className="flex items-start gap-3">
        <span aria-hidden className="mt-1 w-5 shrink-0 text-right text-sm text-muted tabular-nums">
          {index + 1}
        </span>
        <div className="min-w-0 flex-1">
          <p className="flex min-h-8 flex-wrap items-center gap-x-2.5 gap-y-0.5 text-sm">
            <span className="font-semibold wrap-anywhere">{formatSource(column, field)}</span>
            <Code className="text-muted">{column.key}</Code>
          </p>
          <FieldError message={faultAt(`columns.${index}.field`, `columns.${index}.key`, `columns.${index}`)} />
        </div>
        <div className="flex shrink-0">
          <MoveButton label={t.moveUp(heading)} isBarred={index === 0} onMove={() => onMove(-1)} icon={ArrowUp} />
          <MoveButton
            label={t.moveDown(heading)}
            isBarred={index === count - 1}
            onMove={() => onMove(1)}
            icon={ArrowDown}
          />
          <Button data-remove variant="ghost" size="icon-sm" aria-label={t.remove(heading)} onClick={onRemove}>
            <X aria-hidden className="size-4" />
          </Button>
        </div>
      </div>
      {field !== undefined && <ColumnControls column={column} field={field} index={index} onChange={onChange} />}
    </li>
  );
}

/** A row count uses the ID field, which is not shown. */
function formatSource({ field: name, aggregate }: ColumnDraft, field: ReportField | undefined): string {
  return name === "id" && aggregate === "count" ? t.rowCount : (field?.label ?? name);
}

function ColumnControls({
  column,
  field,
  index,
  onChange,
}: Pick<ColumnItemProps, "column" | "index" | "onChange"> & { field: ReportField }) {
  const { faultAt } = useDefinition();
  const hasBuckets = isTime(field.type) && column.aggregate === null;
  return (
    <div className="mt-2 grid gap-3 sm:grid-cols-3 sm:pl-8">
      <TextField
        label={t.heading}
        optional
        error={faultAt(`columns.${index}.label`)}
        value={column.label}
        placeholder={field.label}
        maxLength={80}
        autoComplete="off"
        onChange={(text) => onChange({ label: text })}
      />
      {field.aggregates.length > 0 && (
        <ChoiceField
          label={t.shows}
          error={faultAt(`columns.${index}.aggregate`)}
          values={field.aggregates}
          name={(each) => aggregateLabels[each]}
          none={t.value}
          value={column.aggregate}
          onChange={(aggregate) => onChange({ aggregate, bucket: null })}
        />
      )}
      {hasBuckets && (
        <ChoiceField
          label={t.groupBy}
          error={faultAt(`columns.${index}.bucket`)}
          values={buckets}
          name={(each) => bucketLabels[each]}
          none={t.none}
          value={column.bucket}
          onChange={(bucket) => onChange({ bucket })}
        />
      )}
    </div>
  );
}

const buckets = ["day", "week", "month", "quarter", "year"] as const;
