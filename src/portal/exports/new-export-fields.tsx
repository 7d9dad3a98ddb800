import { useQuery } from "@tanstack/react-query";
import { useController, useFormContext } from "react-hook-form";
import { exportParts } from "../../contract/export-parts.ts";
import { sharedEnumerations } from "../../contract/enumerations.ts";
import { valuesOf } from "../../contract/enumeration.ts";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { permissionTitles } from "../team/permission-labels.ts";
import { listMissing } from "../reports/missing-data.ts";
import { Checkbox } from "../ui/forms/checkbox.tsx";
import { Field, FieldGroup } from "../ui/forms/field.tsx";
import { Options, Select } from "../ui/forms/select.tsx";
import { TextInput } from "../ui/forms/text-input.tsx";
import { CaseChoice } from "./case-choice.tsx";
import { allParts, type ExportValues } from "./export-form-schema.ts";
import { nameValue, partLabels, type Part } from "./export-request.ts";
import { newExportFields as t } from "./strings.ts";

type Day = "updatedFrom" | "updatedTo" | "from" | "to";

function DayField({ name, label }: { name: Day; label: string }) {
  const { register, formState } = useFormContext<ExportValues>();
  return (
    <Field label={label} optional error={formState.errors[name]?.message}>
      {(control) => <TextInput {...control} {...register(name)} type="date" max="9999-12-31" />}
    </Field>
  );
}

interface EnumeratedProps {
  name: "matterStage" | "matterStatus";
  label: string;
  every: string;
}

function Enumerated({ name, label, every }: EnumeratedProps) {
  const { register, formState } = useFormContext<ExportValues>();
  return (
    <Field label={label} error={formState.errors[name]?.message}>
      {(control) => (
        <Select {...control} {...register(name)}>
          <option value="">{every}</option>
          <Options of={valuesOf<string>(sharedEnumerations[name]).map((value) => [value, nameValue(value)])} />
        </Select>
      )}
    </Field>
  );
}

export function CaseFields() {
  const { can } = useOrganization();
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Enumerated name="matterStage" label={t.stage} every={t.allStages} />
      <Enumerated name="matterStatus" label={t.status} every={t.allStatuses} />
      <DayField name="updatedFrom" label={t.changedFrom} />
      <DayField name="updatedTo" label={t.changedUntil} />
      {/* Only members who manage keys can list attorneys. */}
      {can("integrations:manage") && <AttorneyField />}
    </div>
  );
}

function AttorneyField() {
  const { register, formState } = useFormContext<ExportValues>();
  const trpc = useTRPC();
  const { data } = useQuery(trpc.keys.listAttorneys.queryOptions({}, { staleTime: 60_000 }));
  return (
    <Field label={t.attorney} error={formState.errors.attorneyId?.message}>
      {(control) => (
        <Select {...control} {...register("attorneyId")}>
          <option value="">{t.allAttorneys}</option>
          <Options
            of={(data?.attorneys ?? []).map(({ memberId, firstName, lastName }) => [
              memberId,
              `${lastName}, ${firstName}`,
            ])}
          />
        </Select>
      )}
    </Field>
  );
}

export function PeopleFields() {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <DayField name="updatedFrom" label={t.changedFrom} />
      <DayField name="updatedTo" label={t.changedUntil} />
    </div>
  );
}

export function DaysFields() {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <DayField name="from" label={t.from} />
      <DayField name="to" label={t.until} />
    </div>
  );
}

export function CaseFileFields() {
  const { control } = useFormContext<ExportValues>();
  const { field, fieldState } = useController({ control, name: "include" });
  const { can } = useOrganization();
  const toggle = (part: Part) =>
    field.onChange(
      field.value.includes(part)
        ? field.value.filter((each) => each !== part)
        : allParts.filter((each) => each === part || field.value.includes(each)),
    );
  const allowed = allParts.filter((part) => listMissing([exportParts[part]], can).length === 0);
  const hasAll = allowed.every((part) => field.value.includes(part));
  return (
    <>
      <CaseChoice />
      <FieldGroup legend={t.parts} error={fieldState.error?.message}>
        <div className="grid gap-2.5 sm:grid-cols-2">
          <Checkbox
            className="sm:col-span-2"
            label={t.allPartsI}
            checked={hasAll}
            onChange={() => field.onChange(hasAll ? [] : allowed)}
          />
          {allParts.map((part) => (
            <Checkbox
              key={part}
              label={partLabels[part]}
              hint={allowed.includes(part) ? undefined : describePartBar(part)}
              disabled={!allowed.includes(part)}
              checked={field.value.includes(part)}
              onChange={() => toggle(part)}
            />
          ))}
        </div>
      </FieldGroup>
      <FilesBox name="caseFiles" hint={t.ifOff} />
    </>
  );
}

function describePartBar(part: Part): string {
  const [permission = null] = listMissing([exportParts[part]], () => false);
  return permission === null ? t.apiKeysOnly : t.needs(permissionTitles[permission]);
}

export function OrganizationFields() {
  return (
    <>
      <p className="text-sm">{t.fullOrganization}</p>
      <FilesBox name="allFiles" hint={t.filesCanMakeArchive} />
    </>
  );
}

function FilesBox({ name, hint }: { name: "caseFiles" | "allFiles"; hint: string }) {
  const { register } = useFormContext<ExportValues>();
  return <Checkbox {...register(name)} label={t.includeDocumentFiles} hint={hint} />;
}
