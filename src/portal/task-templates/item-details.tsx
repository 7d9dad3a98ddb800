import { Plus, X } from "lucide-react";
import { taskEnumerations } from "../../areas/tasks/enumerations.ts";
import { valuesOf } from "../../contract/enumeration.ts";
import { nameValue } from "../exports/export-request.ts";
import { Button } from "../ui/button.tsx";
import { FieldGroup } from "../ui/forms/field.tsx";
import { ChoiceField, OneOfField, TextField, TextareaField } from "../ui/forms/fields.tsx";
import { itemDetails as t } from "./lazy-strings.ts";
import { PickList } from "./pick-list.tsx";
import { listParents, nameItem, type Item } from "./template.ts";

interface ItemDetailsProps {
  item: Item;
  /** All of the template. */
  items: readonly Item[];
  /** The error of the tags. */
  fault: string | undefined;
  onChange: (changes: Partial<Item>) => void;
}

type Reminder = Item["reminders"][number];
const channels = ["portal", "email"] as const;
const maxReminders = 5;
const maxMinutes = 100_000;
const categories = valuesOf(taskEnumerations.taskCategory);
const priorities = valuesOf(taskEnumerations.taskPriority);

/** What few items have: closed until it is needed, or has an error. */
export function ItemDetails({ item, items, fault, onChange }: ItemDetailsProps) {
  const others = items.filter(({ key }) => key !== item.key);
  return (
    <details open={fault === undefined ? undefined : true}>
      <summary className="min-h-6 cursor-pointer text-sm font-semibold wrap-anywhere">
        {t.details(nameItem(item))}
      </summary>
      <div className="mt-3 grid gap-4">
        <TextareaField
          label={t.text}
          hint={t.markdown}
          optional
          maxLength={10_000}
          value={item.description ?? ""}
          onChange={(text) => onChange({ description: text })}
        />
        <Kind item={item} onChange={onChange} />
        <Lines label={t.checklist} lines={item.checklist} onChange={(checklist) => onChange({ checklist })} />
        <Lines label={t.tags} lines={item.tags} fault={fault} onChange={(tags) => onChange({ tags })} />
        <Parent item={item} items={items} onChange={onChange} />
        <PickList
          label={t.waitsFor}
          none={t.noItem}
          values={others.map(({ key }) => key)}
          picked={item.dependsOnKeys}
          name={(key) => nameItem(others.find((other) => other.key === key))}
          remove={t.removeItem}
          onChange={(keys) => onChange({ dependsOnKeys: [...keys] })}
        />
        <Reminders reminders={item.reminders} onChange={(reminders) => onChange({ reminders })} />
      </div>
    </details>
  );
}

function Kind({
  item: { category, priority, estimatedMinutes },
  onChange,
}: Pick<ItemDetailsProps, "item" | "onChange">) {
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <OneOfField
        label={t.category}
        values={categories}
        name={nameValue}
        value={category}
        onChange={(chosen) => onChange({ category: chosen })}
      />
      <OneOfField
        label={t.priority}
        values={priorities}
        name={nameValue}
        value={priority}
        onChange={(chosen) => onChange({ priority: chosen })}
      />
      <TextField
        label={t.minutes}
        optional
        type="number"
        min={0}
        max={maxMinutes}
        value={estimatedMinutes ?? ""}
        onChange={(text) =>
          onChange({
            estimatedMinutes: text === "" ? null : Math.min(maxMinutes, Math.max(0, Math.trunc(Number(text)))),
          })
        }
      />
    </div>
  );
}

interface LinesProps {
  label: string;
  lines: readonly string[];
  fault?: string | undefined;
  onChange: (lines: string[]) => void;
}

function Lines({ label, lines, fault, onChange }: LinesProps) {
  return (
    <TextareaField
      label={label}
      hint={t.onePerLine}
      error={fault}
      optional
      value={lines.join("\n")}
      onChange={(text) => onChange(text === "" ? [] : text.split("\n"))}
    />
  );
}

/** An item is below one that is below none: what has items below it has no parent. */
function Parent({ item, items, onChange }: Pick<ItemDetailsProps, "item" | "items" | "onChange">) {
  const below = items.filter(({ parentKey }) => parentKey === item.key);
  return (
    <ChoiceField
      label={t.parent}
      hint={below.length === 0 ? undefined : t.hasSubtasks(below.map(nameItem).join(", "))}
      optional
      disabled={below.length > 0}
      values={listParents(item, items)}
      name={(key) => nameItem(items.find((other) => other.key === key))}
      none={t.noParent}
      value={item.parentKey}
      onChange={(parentKey) => onChange({ parentKey })}
    />
  );
}

function Reminders({
  reminders,
  onChange,
}: {
  reminders: Item["reminders"];
  onChange: (reminders: Item["reminders"]) => void;
}) {
  return (
    <FieldGroup legend={t.reminders} why="fields#reminders-of-an-item">
      <ul className="grid gap-3">
        {reminders.map((reminder, index) => (
          <ReminderRow
            // oxlint-disable-next-line react/no-array-index-key -- they have no ID, and two can be alike while they are edited
            key={index}
            number={index + 1}
            reminder={reminder}
            onChange={(changed) => onChange(reminders.with(index, changed))}
            onRemove={() => onChange(reminders.toSpliced(index, 1))}
          />
        ))}
      </ul>
      {reminders.length < maxReminders && (
        <Button
          size="sm"
          className="justify-self-start"
          onClick={() => onChange([...reminders, { channel: "portal", daysBefore: reminders.length + 1 }])}
        >
          <Plus aria-hidden className="size-4" />
          {t.addReminder}
        </Button>
      )}
    </FieldGroup>
  );
}

function ReminderRow({
  number,
  reminder,
  onChange,
  onRemove,
}: {
  number: number;
  reminder: Reminder;
  onChange: (reminder: Reminder) => void;
  onRemove: () => void;
}) {
  const { channel, daysBefore, at = "" } = reminder;
  return (
    <li className="flex flex-wrap items-end gap-3">
      <TextField
        label={t.daysBefore(number)}
        type="number"
        min={0}
        max={90}
        value={daysBefore}
        onChange={(text) => onChange({ ...reminder, daysBefore: Math.min(90, Math.max(0, Math.trunc(Number(text)))) })}
      />
      <TextField
        label={t.at(number)}
        optional
        type="time"
        value={at}
        onChange={(text) => onChange({ channel, daysBefore, ...(text !== "" && { at: text }) })}
      />
      <OneOfField
        label={t.channel(number)}
        values={channels}
        name={(each) => t.channels[each]}
        value={channel}
        onChange={(chosen) => onChange({ ...reminder, channel: chosen })}
      />
      <Button variant="ghost" size="icon-sm" aria-label={t.removeReminder(number)} onClick={onRemove}>
        <X aria-hidden className="size-4" />
      </Button>
    </li>
  );
}
