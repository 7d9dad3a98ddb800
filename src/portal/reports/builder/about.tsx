import { useState } from "react";
import { useFormContext } from "react-hook-form";
import type { ReportEntity } from "../../../contract/reports/definition.ts";
import { permissionTitles } from "../../team/permission-labels.ts";
import { AlertDialog } from "../../ui/overlays/alert-dialog.tsx";
import { SectionCard } from "../../ui/card.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Options, Select } from "../../ui/forms/select.tsx";
import { Textarea, TextInput } from "../../ui/forms/text-input.tsx";
import { emptyDraft, isEmptyDraft, type EntityFields } from "./draft.ts";
import type { ReportValues } from "./form.ts";
import { entities, entityHints } from "./builder-labels.ts";
import { about as t } from "./strings.ts";
import { categories, categoryTitles, entityTitles } from "../report-labels.ts";

interface AboutSectionProps {
  apiRouter: readonly EntityFields[];
  /** The record type of a saved report cannot change. */
  isSaved: boolean;
}

export function AboutSection({ apiRouter, isSaved }: AboutSectionProps) {
  const { watch, setValue } = useFormContext<ReportValues>();
  const [wanted, setWanted] = useState<ReportEntity | null>(null);
  const entity = watch("entity");
  const choose = (next: ReportEntity) => {
    setWanted(null);
    setValue("entity", next, { shouldDirty: true });
    setValue("definition", emptyDraft, { shouldDirty: true });
  };
  const want = (next: ReportEntity) => (isEmptyDraft(watch("definition")) ? choose(next) : setWanted(next));
  return (
    <SectionCard title={t.records} description={t.recordsDescription}>
      <div className="grid gap-5">
        <Field
          label={t.recordType}
          why="fields#records-of-a-report"
          hint={isSaved ? t.recordTypeIsFixed : entityHints[entity]}
        >
          {(control) => (
            <Select
              {...control}
              className="max-w-md"
              value={entity}
              disabled={isSaved}
              onChange={({ target }) => want(entities.find((each) => each === target.value) ?? entity)}
            >
              {entities.map((each) => (
                <option key={each} value={each} disabled={describeEntityBar(apiRouter, each) !== null}>
                  {entityTitles[each]}
                  {describeEntityBar(apiRouter, each)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Naming />
      </div>
      <AlertDialog
        open={wanted !== null}
        onOpenChange={() => setWanted(null)}
        title={t.changeRecordType}
        description={t.otherFields(wanted === null ? "" : entityTitles[wanted])}
        confirm={t.confirmChange}
        onConfirm={() => {
          if (wanted !== null) choose(wanted);
        }}
      />
    </SectionCard>
  );
}

function Naming() {
  const { register, formState } = useFormContext<ReportValues>();
  const { errors } = formState;
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={t.name} why="fields#name-and-category-of-a-report" error={errors.name?.message} required>
          {(control) => (
            <TextInput
              {...control}
              {...register("name")}
              autoComplete="off"
              maxLength={200}
              placeholder={t.namePlaceholder}
            />
          )}
        </Field>
        <Field label={t.category} error={errors.category?.message}>
          {(control) => (
            <Select {...control} {...register("category")}>
              <Options of={categories.map((each) => [each, categoryTitles[each]])} />
            </Select>
          )}
        </Field>
      </div>
      <Field label={t.description} optional hint={t.descriptionHint} error={errors.description?.message}>
        {(control) => <Textarea {...control} {...register("description")} rows={2} maxLength={1000} />}
      </Field>
    </>
  );
}

function describeEntityBar(apiRouter: readonly EntityFields[], entity: ReportEntity): string | null {
  const found = apiRouter.find((each) => each.entity === entity);
  if (found === undefined || found.isAllowed) return null;
  return t.needs(found.permissions.map((permission) => `“${permissionTitles[permission]}”`).join(t.and));
}
