import { Plus, X } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { Field, FieldGroup } from "../ui/forms/field.tsx";
import { Options, Select } from "../ui/forms/select.tsx";
import { Textarea, TextInput } from "../ui/forms/text-input.tsx";
import { itemDetails as t } from "./lazy-strings.ts";
import { PickList } from "./pick-list.tsx";
import { nameItem, type Item } from "./template.ts";

interface ItemDetailsProps {
  item: Item;
  others: readonly Item[];
  onChange: (changes: Partial<Item>) => void;
}

type Reminder = Item["reminders"][number];
const channels = ["portal", "email"] as const;
const maxReminders = 5;

/** What few items have: closed until it is needed. */
export function ItemDetails({ item, others, onChange }: ItemDetailsProps) {
  return (
    <details>
      <summary className="min-h-6 cursor-pointer text-sm font-semibold wrap-anywhere">{t.details(nameItem(item))}</summary>
      <div className="mt-3 grid gap-4">
        <Field label={t.checklist} hint={t.onePerLine}>
          {(control) => <Textarea {...control} value={item.checklist.join("\n")} onChange={({ target }) => onChange({ checklist: target.value === "" ? [] : target.value.split("\n") })} />}
        </Field>
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

function Reminders({ reminders, onChange }: { reminders: Item["reminders"]; onChange: (reminders: Item["reminders"]) => void }) {
  return (
    <FieldGroup legend={t.reminders} why="fields#reminders-of-an-item">
      <ul className="grid gap-3">
        {reminders.map((reminder, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- reminders have no ID, and two can be alike while they are edited
          <ReminderRow key={index} number={index + 1} reminder={reminder} onChange={(changed) => onChange(reminders.with(index, changed))} onRemove={() => onChange(reminders.toSpliced(index, 1))} />
        ))}
      </ul>
      {reminders.length < maxReminders && (
        <Button size="sm" className="justify-self-start" onClick={() => onChange([...reminders, { channel: "portal", daysBefore: reminders.length + 1 }])}>
          <Plus aria-hidden className="size-4" />
          {t.addReminder}
        </Button>
      )}
    </FieldGroup>
  );
}

function ReminderRow({ number, reminder, onChange, onRemove }: { number: number; reminder: Reminder; onChange: (reminder: Reminder) => void; onRemove: () => void }) {
  const { channel, daysBefore, at = "" } = reminder;
  return (
    <li className="flex flex-wrap items-end gap-3">
      <Field label={t.daysBefore(number)}>
        {(control) => <TextInput {...control} type="number" min={0} max={90} value={daysBefore} onChange={({ target }) => onChange({ ...reminder, daysBefore: Math.min(90, Math.max(0, Math.trunc(Number(target.value)))) })} />}
      </Field>
      <Field label={t.at(number)} optional>
        {(control) => <TextInput {...control} type="time" value={at} onChange={({ target }) => onChange({ channel, daysBefore, ...(target.value !== "" && { at: target.value }) })} />}
      </Field>
      <Field label={t.channel(number)}>
        {(control) => (
          <Select {...control} value={channel} onChange={({ target }) => onChange({ ...reminder, channel: channels.find((each) => each === target.value) ?? channel })}>
            <Options of={channels.map((each) => [each, t.channels[each]])} />
          </Select>
        )}
      </Field>
      <Button variant="ghost" size="icon-sm" aria-label={t.removeReminder(number)} onClick={onRemove}>
        <X aria-hidden className="size-4" />
      </Button>
    </li>
  );
}
