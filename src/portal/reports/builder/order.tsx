import { Plus, X } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { SectionCard } from "../../ui/card.tsx";
import { Field, FieldError, FieldGroup } from "../../ui/forms/field.tsx";
import { RadioCard } from "../../ui/forms/radio-cards.tsx";
import { Options, Select } from "../../ui/forms/select.tsx";
import { Switch } from "../../ui/forms/switch.tsx";
import { useDefinition, useFields } from "./definition.ts";
import { findField, headingOf, typeOfColumn, type ColumnDraft, type DefinitionDraft } from "./draft.ts";
import { isNumeric } from "../is-numeric.ts";
import { order as t } from "./strings.ts";

export function OrderSection() {
  const { draft, change, faultAt } = useDefinition();
  const fields = useFields();
  const used = new Set(draft.sort.map(({ column }) => column));
  const free = draft.columns.find((column) => !used.has(column.key) && isSortable(column, fields));
  const setSort = (sort: DefinitionDraft["sort"]) => change({ ...draft, sort });
  return (
    <SectionCard id="order" title={t.title} why="fields#order-totals-and-chart" description={t.description}>
      <div className="grid gap-3">
        {draft.sort.map((sorted, index) => (
          <SortRow key={sorted.column} index={index} />
        ))}
        <FieldError message={faultAt("sort")} />
        {free !== undefined && draft.sort.length < 3 && (
          <Button
            size="sm"
            className="justify-self-start"
            onClick={() => setSort([...draft.sort, { column: free.key, descending: false }])}
          >
            <Plus aria-hidden className="size-4" />
            {draft.sort.length === 0 ? t.sortByColumn : t.thenByAnother}
          </Button>
        )}
        {draft.columns.length === 0 && <p className="text-sm text-muted">{t.addColumnsFirst}</p>}
        <div className="mt-2 border-t border-line pt-4">
          <Switch
            label={t.totals}
            hint={t.totalsHint}
            checked={draft.totals}
            onChange={({ target }) => change({ ...draft, totals: target.checked })}
          />
          <FieldError message={faultAt("totals")} />
        </div>
      </div>
    </SectionCard>
  );
}

function isSortable(column: ColumnDraft, fields: ReturnType<typeof useFields>): boolean {
  return column.aggregate !== null || findField(fields, column.field) !== undefined;
}

function SortRow({ index }: { index: number }) {
  const { draft, change, faultAt } = useDefinition();
  const fields = useFields();
  const sorted = draft.sort[index];
  if (sorted === undefined) return null;
  const choices = draft.columns.filter(
    (column) =>
      column.key === sorted.column ||
      (isSortable(column, fields) && !draft.sort.some(({ column: key }) => key === column.key)),
  );
  const set = (changes: Partial<typeof sorted>) =>
    change({ ...draft, sort: draft.sort.map((each, place) => (place === index ? { ...each, ...changes } : each)) });
  return (
    <div className="flex items-start gap-2.5">
      <div className="grid min-w-0 flex-1 gap-3 sm:max-w-xl sm:grid-cols-2">
        <Field label={index === 0 ? t.sortBy : t.thenBy} error={faultAt(`sort.${index}.column`, `sort.${index}`)}>
          {(control) => (
            <Select {...control} value={sorted.column} onChange={({ target }) => set({ column: target.value })}>
              <Options of={choices.map((column) => [column.key, headingOf(column, fields)])} />
            </Select>
          )}
        </Field>
        <Field label={t.direction}>
          {(control) => (
            <Select
              {...control}
              value={sorted.descending ? "down" : "up"}
              onChange={({ target }) => set({ descending: target.value === "down" })}
            >
              <option value="up">{t.ascending}</option>
              <option value="down">{t.descending}</option>
            </Select>
          )}
        </Field>
      </div>
      <Button
        variant="ghost"
        size="icon-sm"
        className="mt-7.5"
        aria-label={t.doNotSortBy(
          headingOf(
            draft.columns.find(({ key }) => key === sorted.column) ?? {
              key: "",
              field: sorted.column,
              label: "",
              aggregate: null,
              bucket: null,
            },
            fields,
          ),
        )}
        onClick={() => change({ ...draft, sort: draft.sort.filter((_each, place) => place !== index) })}
      >
        <X aria-hidden className="size-4" />
      </Button>
    </div>
  );
}

const kinds = [
  { type: null, title: t.noChart, hint: t.noChartHint },
  { type: "bar", title: t.bar, hint: t.barHint },
  { type: "line", title: t.line, hint: t.lineHint },
] as const;

export function ChartSection() {
  const { draft, change, faultAt } = useDefinition();
  const fields = useFields();
  const { chart } = draft;
  const numeric = draft.columns.filter((column) => isNumeric({ type: typeOfColumn(column, fields) }));
  const axes = draft.columns.filter(({ aggregate }) => aggregate === null);
  const [axis, value] = [axes[0], numeric.find(({ key }) => key !== axes[0]?.key)];
  const canDraw = axis !== undefined && value !== undefined;
  const choose = (type: "bar" | "line" | null) => {
    if (type === null || !canDraw) change({ ...draft, chart: null });
    else change({ ...draft, chart: { ...(chart ?? { category: axis.key, value: value.key }), type } });
  };
  return (
    <SectionCard id="chart" title={t.chart} why="fields#order-totals-and-chart" description={t.chartDescription}>
      <div className="grid gap-5">
        <FieldGroup
          legend={t.chartType}
          error={faultAt("chart", "chart.type")}
          hint={canDraw ? undefined : t.needsColumns}
        >
          <div className="grid gap-2.5 sm:grid-cols-3">
            {kinds.map(({ type, title, hint }) => (
              <RadioCard
                key={title}
                name="chart"
                title={title}
                hint={hint}
                checked={(chart?.type ?? null) === type}
                disabled={type !== null && !canDraw}
                onChange={() => choose(type)}
              />
            ))}
          </div>
        </FieldGroup>
        {chart !== null && (
          <ChartColumns
            chart={chart}
            axes={axes}
            numeric={numeric}
            onChange={(drawn) => change({ ...draft, chart: drawn })}
          />
        )}
      </div>
    </SectionCard>
  );
}

type Chart = NonNullable<ReturnType<typeof useDefinition>["draft"]["chart"]>;

interface ChartColumnsProps {
  chart: Chart;
  /** Columns that can be an axis or a series. */
  axes: readonly ColumnDraft[];
  /** Columns that can be the value. */
  numeric: readonly ColumnDraft[];
  onChange: (chart: Chart) => void;
}

function ChartColumns({ chart, axes, numeric, onChange }: ChartColumnsProps) {
  const { faultAt } = useDefinition();
  const { series, ...withoutSeries } = chart;
  return (
    <div className="grid items-start gap-3 sm:grid-cols-3">
      <ColumnSelect
        label={t.horizontalAxis}
        columns={axes}
        value={chart.category}
        error={faultAt("chart.category")}
        onChange={(category) => onChange({ ...chart, category })}
      />
      <ColumnSelect
        label={t.verticalAxis}
        columns={numeric}
        value={chart.value}
        error={faultAt("chart.value")}
        onChange={(value) => onChange({ ...chart, value })}
      />
      <ColumnSelect
        label={t.colorBy}
        optional
        columns={axes.filter(({ key }) => key !== chart.category)}
        value={series ?? ""}
        error={faultAt("chart.series")}
        onChange={(chosen) => onChange({ ...withoutSeries, ...(chosen !== "" && { series: chosen }) })}
      />
    </div>
  );
}

interface ColumnSelectProps {
  label: string;
  columns: readonly ColumnDraft[];
  value: string;
  error: string | undefined;
  onChange: (key: string) => void;
  optional?: boolean;
}

function ColumnSelect({ label, columns, value, error, onChange, optional = false }: ColumnSelectProps) {
  const fields = useFields();
  const isThere = columns.some(({ key }) => key === value);
  return (
    <Field label={label} error={error} optional={optional}>
      {(control) => (
        <Select {...control} value={isThere ? value : ""} onChange={({ target }) => onChange(target.value)}>
          {(optional || !isThere) && <option value="">{optional ? t.noColumn : t.chooseColumn}</option>}
          <Options of={columns.map((column) => [column.key, headingOf(column, fields)])} />
        </Select>
      )}
    </Field>
  );
}
