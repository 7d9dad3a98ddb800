import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { SectionCard } from "../ui/card.tsx";
import { TableRows } from "../ui/data-table.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { formatNumber } from "../ui/format.ts";
import { ChoiceField, OneOfField } from "../ui/forms/fields.tsx";
import { Choice } from "../ui/forms/select.tsx";
import { importView as t } from "./lazy-strings.ts";
import { Faults } from "./row-list.tsx";
import { kindLabels, kinds, needsAttorney, useInvalidateImports, type ListedImport, type Preview } from "./views.ts";

/** What each column of a file fills, and how its rows are read. A choice is saved at once. */
export function MappingForm({ shown }: { shown: ListedImport }) {
  const trpc = useTRPC();
  const { id: importId } = shown;
  const query = useQuery(trpc.imports.preview.queryOptions({ importId }));
  const update = useChange(trpc.imports.update.mutationOptions(), {
    successMessage: () => t.saved,
    invalidate: useInvalidateImports(),
  });
  const save = (changes: Omit<Parameters<typeof update.mutate>[0], "importId">) =>
    update.mutate({ importId, ...changes });
  return (
    <>
      {needsAttorney(shown) && shown.attorneyId === null && <Banner>{t.chooseAttorney}</Banner>}
      <SectionCard title={t.options} why="fields#records-of-an-import">
        <div className="grid gap-5 sm:grid-cols-2 sm:items-end lg:grid-cols-3">
          <OneOfField
            label={t.kind}
            values={kinds}
            name={(kind) => kindLabels[kind]}
            value={shown.kind ?? "clients"}
            disabled={update.isPending}
            onChange={(kind) => save({ kind })}
          />
          <OneOfField
            label={t.existing}
            hint={t.existingHint}
            values={["update", "skip"]}
            name={(each) => (each === "update" ? t.update : t.skip)}
            value={shown.existing}
            disabled={update.isPending}
            onChange={(existing) => save({ existing })}
          />
          <OneOfField
            label={t.dateOrder}
            values={["month_first", "day_first"]}
            name={(each) => (each === "month_first" ? t.monthFirst : t.dayFirst)}
            value={shown.dateOrder}
            disabled={update.isPending}
            onChange={(dateOrder) => save({ dateOrder })}
          />
          {needsAttorney(shown) && (
            <AttorneyField
              attorneyId={shown.attorneyId}
              isBusy={update.isPending}
              onChange={(attorneyId) => save({ attorneyId })}
            />
          )}
        </div>
      </SectionCard>
      {query.data === undefined ? (
        <QueryFallback query={query} what={t.preview} placeholder={<SkeletonTab />} />
      ) : (
        <>
          <Columns
            preview={query.data.preview}
            isBusy={update.isPending}
            onChange={(index, field) => save({ columns: [{ index, field }] })}
          />
          <FirstRows rows={query.data.preview.rows} />
        </>
      )}
    </>
  );
}

interface AttorneyFieldProps {
  attorneyId: string | null;
  isBusy: boolean;
  onChange: (attorneyId: string | null) => void;
}

function AttorneyField({ attorneyId, isBusy, onChange }: AttorneyFieldProps) {
  const query = useQuery(useTRPC().imports.listAttorneys.queryOptions({}));
  const attorneys = query.data?.attorneys ?? [];
  const names = new Map(attorneys.map(({ id, name }) => [id, name]));
  return (
    <ChoiceField
      label={t.attorney}
      hint={t.attorneyHint}
      none={t.noAttorney}
      values={attorneys.map(({ id }) => id)}
      name={(id) => names.get(id) ?? id}
      value={attorneyId}
      disabled={isBusy}
      onChange={onChange}
    />
  );
}

interface ColumnsProps {
  preview: Preview;
  isBusy: boolean;
  onChange: (index: number, field: string | null) => void;
}

function Columns({ preview: { columns, fields }, isBusy, onChange }: ColumnsProps) {
  const labels = new Map(fields.map(({ name, label }) => [name, label]));
  return (
    <SectionCard title={t.columns} description={t.columnsHint}>
      <TableRows
        name="import-columns"
        caption={t.columns}
        rows={columns}
        keyOf={({ index }) => String(index)}
        columns={[
          {
            label: t.column,
            render: ({ name }) => <span className="font-semibold wrap-anywhere">{name}</span>,
            text: ({ name }) => name,
          },
          {
            label: t.values,
            render: ({ samples }) => (
              <span className="text-muted wrap-anywhere">
                {samples.length === 0 ? t.noValues : samples.join(" · ")}
              </span>
            ),
            text: ({ samples }) => samples.join(" · "),
            onPhone: "without-label",
          },
          {
            label: t.field,
            render: ({ index, name, field }) => (
              <Choice
                aria-label={t.fieldOf(name)}
                none={t.leftOut}
                values={fields.map((each) => each.name)}
                name={(each) => labels.get(each) ?? each}
                value={field}
                disabled={isBusy}
                className="sm:w-60"
                onChange={(next) => onChange(index, next)}
              />
            ),
            text: ({ field }) => (field === null ? t.leftOut : (labels.get(field) ?? field)),
            onPhone: "line",
          },
        ]}
      />
    </SectionCard>
  );
}

function FirstRows({ rows }: Pick<Preview, "rows">) {
  return (
    <SectionCard title={t.preview} description={t.previewHint}>
      <TableRows
        name="import-preview"
        caption={t.preview}
        rows={rows}
        keyOf={({ number }) => String(number)}
        columns={[
          { label: t.row, render: ({ number }) => formatNumber(number), text: ({ number }) => number },
          {
            label: t.willBe,
            render: ({ faults }) =>
              faults.length === 0 ? <span className="text-muted">{t.fine}</span> : <Faults faults={faults} />,
            text: ({ faults }) => (faults.length === 0 ? t.fine : faults.map(({ message }) => message).join("; ")),
            onPhone: "without-label",
          },
        ]}
      />
    </SectionCard>
  );
}
