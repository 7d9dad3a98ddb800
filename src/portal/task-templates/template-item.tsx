import { ArrowDown, ArrowUp, X } from "lucide-react";
import { valuesOf } from "../../contract/enumeration.ts";
import { sharedEnumerations } from "../../contract/enumerations.ts";
import { nameValue } from "../exports/export-request.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/forms/field.tsx";
import { MoveButton } from "../ui/forms/move-button.tsx";
import { Options, Select } from "../ui/forms/select.tsx";
import { ChoiceField, OneOfField, TextField } from "../ui/forms/fields.tsx";
import { templateItem as t } from "./lazy-strings.ts";
import { ItemAssignee } from "./item-assignee.tsx";
import { ItemDetails } from "./item-details.tsx";
import { nameItem, type Due, type Faults, type Item } from "./template.ts";

const ofCase = [
  "applied",
  "case_created",
  "case_opened",
  "stage_entered",
  "date_of_incident",
  "retainer_signed",
  "statute_of_limitations",
] as const;
const units = ["calendar_days", "business_days", "weeks", "months", "years"] as const;
const directions = ["after", "before"] as const;
const rolls = ["none", "next_business_day", "previous_business_day"] as const;
const stages = valuesOf(sharedEnumerations.matterStage);

interface TemplateItemProps {
  item: Item;
  /** All of the template. */
  items: readonly Item[];
  index: number;
  faults: Faults;
  onChange: (changes: Partial<Item>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

export function TemplateItem({ item, items, index, faults, onChange, onMove, onRemove }: TemplateItemProps) {
  const title = nameItem(item);
  const others = items.filter(({ key }) => key !== item.key);
  return (
    <li className="grid gap-3 rounded-lg border border-line bg-ground px-3.5 py-3">
      <div className="flex items-end gap-3">
        <TextField
          label={t.item(index + 1)}
          className="min-w-0 flex-1"
          required
          maxLength={200}
          autoComplete="off"
          value={item.title}
          onChange={(text) => onChange({ title: text })}
        />
        <div className="flex shrink-0">
          <MoveButton label={t.moveUp(title)} isBarred={index === 0} onMove={() => onMove(-1)} icon={ArrowUp} />
          <MoveButton
            label={t.moveDown(title)}
            isBarred={index === items.length - 1}
            onMove={() => onMove(1)}
            icon={ArrowDown}
          />
          <Button variant="ghost" size="icon-sm" aria-label={t.remove(title)} onClick={onRemove}>
            <X aria-hidden className="size-4" />
          </Button>
        </div>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <ItemAssignee
          assignee={item.assignee}
          fault={faults[`${item.key}.assignee`]}
          onChange={(assignee) => onChange({ assignee })}
        />
        <Anchor due={item.due} others={others} onChange={(due) => onChange({ due })} />
      </div>
      {item.due !== null && <Distance due={item.due} others={others} onChange={(due) => onChange({ due })} />}
      <ItemDetails item={item} items={items} fault={faults[`${item.key}.tags`]} onChange={onChange} />
    </li>
  );
}

interface DueProps<Changed> {
  due: Changed;
  others: readonly Item[];
  onChange: (due: Changed) => void;
}

function Anchor({ due, others: [other], onChange }: DueProps<Due | null>) {
  const anchors = other === undefined ? ofCase : ([...ofCase, "task_completed"] as const);
  const choose = (relativeTo: (typeof anchors)[number] | null) => {
    if (relativeTo === null) return onChange(null);
    const { offset = 1, unit = "business_days", direction = "after", roll = "none" } = due ?? {};
    onChange({
      relativeTo,
      offset,
      unit,
      direction,
      roll,
      ...(relativeTo === "stage_entered" && { stage: "intake" }),
      ...(relativeTo === "task_completed" && other !== undefined && { key: other.key }),
    });
  };
  return (
    <ChoiceField
      label={t.due}
      values={anchors}
      name={(anchor) => t.anchors[anchor]}
      none={t.notDue}
      value={anchors.find((each) => each === due?.relativeTo) ?? null}
      onChange={choose}
    />
  );
}

function Distance({ due, others, onChange }: DueProps<Due>) {
  const { offset, unit, direction, roll, stage, key } = due;
  return (
    <div className="grid gap-3 sm:grid-cols-4">
      <TextField
        label={t.offset}
        type="number"
        min={0}
        max={3_660}
        value={offset}
        onChange={(text) => onChange({ ...due, offset: Math.min(3_660, Math.max(0, Math.trunc(Number(text)))) })}
      />
      <OneOfField
        label={t.unit}
        values={units}
        name={(each) => t.units[each]}
        value={unit}
        onChange={(chosen) => onChange({ ...due, unit: chosen })}
      />
      <OneOfField
        label={t.direction}
        values={directions}
        name={(each) => t.directions[each]}
        value={direction}
        onChange={(chosen) => onChange({ ...due, direction: chosen })}
      />
      <OneOfField
        label={t.roll}
        values={rolls}
        name={(each) => t.rolls[each]}
        value={roll}
        onChange={(chosen) => onChange({ ...due, roll: chosen })}
      />
      {stage !== undefined && (
        <OneOfField
          label={t.stage}
          values={stages}
          name={nameValue}
          value={stage}
          onChange={(chosen) => onChange({ ...due, stage: chosen })}
        />
      )}
      {key !== undefined && (
        <Field label={t.followed}>
          {(control) => (
            <Select {...control} value={key} onChange={({ target }) => onChange({ ...due, key: target.value })}>
              <Options of={others.map((other) => [other.key, nameItem(other)])} />
            </Select>
          )}
        </Field>
      )}
    </div>
  );
}
