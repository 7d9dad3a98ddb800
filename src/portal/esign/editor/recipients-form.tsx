import { Plus, X } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { OneOfField, TextField } from "../../ui/forms/fields.tsx";
import { recipientsForm as t } from "../lazy-strings.ts";
import { createRecipientKey, type TemplateRecipient } from "./fields.ts";

const roles = ["signer", "carbon_copy"] as const;
const maxRecipients = 10;

interface RecipientsFormProps {
  recipients: readonly TemplateRecipient[];
  /** The keys of recipients that have fields. */
  used: ReadonlySet<string>;
  faults: Readonly<Record<string, string>>;
  onChange: (recipients: TemplateRecipient[]) => void;
}

/** Who signs, by role: a request names the person of each. */
export function RecipientsForm({ recipients, used, faults, onChange }: RecipientsFormProps) {
  const add = () => {
    const label = recipients.length === 0 ? t.client : t.newRecipient(recipients.length + 1);
    onChange([
      ...recipients,
      { key: createRecipientKey(label, recipients), label, role: "signer", order: recipients.length + 1 },
    ]);
  };
  return (
    <div className="grid gap-4">
      <ul className="grid gap-4">
        {recipients.map((recipient, index) => (
          <RecipientRow
            key={recipient.key}
            recipient={recipient}
            number={recipients.length === 1 ? null : index + 1}
            isUsed={used.has(recipient.key)}
            fault={faults[recipient.key]}
            onChange={(changed) => onChange(recipients.with(index, { ...recipient, ...changed }))}
            onRemove={() => onChange(recipients.toSpliced(index, 1))}
          />
        ))}
      </ul>
      {recipients.length < maxRecipients && (
        <Button size="sm" className="justify-self-start" onClick={add}>
          <Plus aria-hidden className="size-4" />
          {t.add}
        </Button>
      )}
    </div>
  );
}

interface RecipientRowProps {
  recipient: TemplateRecipient;
  /** null for the only one. */
  number: number | null;
  isUsed: boolean;
  fault: string | undefined;
  onChange: (changed: Partial<TemplateRecipient>) => void;
  onRemove: () => void;
}

function RecipientRow({ recipient, number, isUsed, fault, onChange, onRemove }: RecipientRowProps) {
  const { key, label, role, order } = recipient;
  return (
    <li className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,10rem)_6rem_auto] sm:items-end">
      <TextField
        label={t.label(number)}
        why="fields#recipients-of-a-template"
        hint={t.keyOf(key)}
        error={fault}
        required
        maxLength={60}
        autoComplete="off"
        value={label}
        onChange={(text) => onChange({ label: text })}
      />
      <OneOfField
        label={t.role(number)}
        values={roles}
        name={(each) => t.roles[each]}
        value={role}
        onChange={(to) => onChange({ role: to })}
      />
      <TextField
        label={t.order(number)}
        type="number"
        min={1}
        max={20}
        value={order}
        onChange={(text) => onChange({ order: Math.min(20, Math.max(1, Math.trunc(Number(text)))) })}
      />
      <Button
        variant="ghost"
        size="icon-sm"
        disabled={isUsed}
        title={isUsed ? t.hasFields : undefined}
        aria-label={t.remove(label)}
        onClick={onRemove}
      >
        <X aria-hidden className="size-4" />
      </Button>
    </li>
  );
}
