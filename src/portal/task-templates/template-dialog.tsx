import { Plus } from "lucide-react";
import { useState } from "react";
import { sharedEnumerations } from "../../contract/enumerations.ts";
import { valuesOf } from "../../contract/enumeration.ts";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPCClient } from "../client/trpc.ts";
import { nameValue } from "../exports/export-request.ts";
import { orNone } from "../ui/forms/typed-text.ts";
import { useTeamAction } from "../team/use-team-action.ts";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/forms/checkbox.tsx";
import { FieldGroup } from "../ui/forms/field.tsx";
import { TextField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { templateDialog as t } from "./lazy-strings.ts";
import { PickList } from "./pick-list.tsx";
import {
  createItem,
  describeItem,
  findFaults,
  moveItem,
  removeItem,
  type Faults,
  type Item,
  type TaskTemplate,
} from "./template.ts";
import { TemplateItem } from "./template-item.tsx";
import { TemplatePreview } from "./template-preview.tsx";

const stages = valuesOf(sharedEnumerations.matterStage);
const caseTypes = valuesOf(sharedEnumerations.caseType);

interface Values {
  name: string;
  description: string;
  isActive: boolean;
  onCreation: boolean;
  stages: readonly (typeof stages)[number][];
  /** Empty for all. */
  caseTypes: readonly (typeof caseTypes)[number][];
  items: readonly Item[];
}

function readValues(template: TaskTemplate | null): Values {
  if (template === null)
    return {
      name: "",
      description: "",
      isActive: true,
      onCreation: false,
      stages: [],
      caseTypes: [],
      items: [createItem([])],
    };
  const { name, description, isActive, triggers, caseTypes: types, items } = template;
  const entered = triggers.flatMap((trigger) => (trigger.type === "stage_entered" ? [trigger.stage] : []));
  return {
    name,
    description: description ?? "",
    isActive,
    onCreation: triggers.some(({ type }) => type === "case_created"),
    stages: entered,
    caseTypes: types,
    items,
  };
}

function describeValues({ name, description, isActive, onCreation, stages: entered, caseTypes: types, items }: Values) {
  const triggers = [
    ...(onCreation ? [{ type: "case_created" as const }] : []),
    ...entered.map((stage) => ({ type: "stage_entered" as const, stage })),
  ];
  return {
    name: name.trim(),
    description: orNone(description),
    isActive,
    triggers,
    caseTypes: [...types],
    items: items.map(describeItem),
  };
}

/** @param template null for a new one */
export default function TemplateDialog({ template, onClose }: { template: TaskTemplate | null; onClose: () => void }) {
  const client = useTRPCClient();
  const [values, setValues] = useState(() => readValues(template));
  const change = (changed: Partial<Values>) => setValues({ ...values, ...changed });
  const { name, description, isActive, items } = values;
  const { faults, validate } = useFormErrors<string>();
  const save = useTeamAction(
    async () => {
      const given = describeValues(values);
      await (template === null
        ? client.taskTemplates.create.mutate(given)
        : client.taskTemplates.update.mutate({ templateId: template.id, ...given }));
    },
    () => t.wasSaved(name.trim()),
    onClose,
  );
  return (
    <FormDialog
      width="xl"
      title={template === null ? t.createTemplate : template.name}
      description={t.description}
      action={template === null ? t.createTemplate : t.saveTemplate}
      busy={save.isBusy}
      disabled={name.trim() === "" || items.length === 0 || items.some(({ title }) => title.trim() === "")}
      rejection={save.rejection?.message}
      faults={faults}
      onSubmit={() => validate(findFaults(items)) && save.run()}
      onClose={onClose}
    >
      <TextField
        label={t.name}
        why="fields#task-template"
        required
        maxLength={100}
        autoComplete="off"
        value={name}
        onChange={(text) => change({ name: text })}
      />
      <TextField
        label={t.purpose}
        optional
        maxLength={1_000}
        autoComplete="off"
        value={description}
        onChange={(text) => change({ description: text })}
      />
      <Checkbox label={t.isActive} checked={isActive} onChange={({ target }) => change({ isActive: target.checked })} />
      <Triggers values={values} onChange={change} />
      <Items items={items} faults={faults} onChange={(changed) => change({ items: changed })} />
      {template !== null && <TemplatePreview template={template} />}
      {template !== null && <Deletion template={template} onClose={onClose} />}
    </FormDialog>
  );
}

function Triggers({
  values: { onCreation, stages: entered, caseTypes: picked },
  onChange,
}: {
  values: Values;
  onChange: (changed: Partial<Values>) => void;
}) {
  return (
    <>
      <Checkbox
        label={t.onCreation}
        checked={onCreation}
        onChange={({ target }) => onChange({ onCreation: target.checked })}
      />
      <PickList
        label={t.stages}
        none={t.noStage}
        values={stages}
        picked={entered}
        name={nameValue}
        remove={t.removeStage}
        onChange={(changed) => onChange({ stages: changed })}
      />
      <PickList
        label={t.caseTypes}
        none={picked.length === 0 ? t.allCaseTypes : t.addCaseType}
        values={caseTypes}
        picked={picked}
        name={nameValue}
        remove={t.removeCaseType}
        onChange={(changed) => onChange({ caseTypes: changed })}
      />
    </>
  );
}

function Items({
  items,
  faults,
  onChange,
}: {
  items: readonly Item[];
  faults: Faults;
  onChange: (items: readonly Item[]) => void;
}) {
  return (
    <FieldGroup legend={t.items} why="fields#due-date-of-an-item">
      <ol className="grid gap-3">
        {items.map((item, index) => (
          <TemplateItem
            key={item.key}
            item={item}
            items={items}
            index={index}
            faults={faults}
            onChange={(changed) => onChange(items.with(index, { ...item, ...changed }))}
            onMove={(by) => onChange(moveItem(items, index, by))}
            onRemove={() => onChange(removeItem(items, item.key))}
          />
        ))}
      </ol>
      <Button size="sm" onClick={() => onChange([...items, createItem(items)])}>
        <Plus aria-hidden className="size-4" />
        {t.addItem}
      </Button>
    </FieldGroup>
  );
}

function Deletion({ template, onClose }: { template: TaskTemplate; onClose: () => void }) {
  const client = useTRPCClient();
  const { rejection, isBusy, run } = useTeamAction(
    () => client.taskTemplates.delete.mutate({ templateId: template.id }),
    () => t.wasDeleted(template.name),
    onClose,
  );
  return (
    <div className="grid justify-items-start gap-2">
      <Button size="sm" variant="danger" busy={isBusy} onClick={run}>
        {t.deleteTemplate}
      </Button>
      {rejection !== null && <p className="text-sm font-medium text-danger">{rejection.message}</p>}
    </div>
  );
}
