import { Trash2 } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { FieldGroup } from "../../ui/forms/field.tsx";
import { ChoiceField, OneOfField, TextField } from "../../ui/forms/fields.tsx";
import { fieldForm as t, nameKind } from "../lazy-strings.ts";
import {
  changeKind,
  fieldKinds,
  placeOf,
  smallest,
  type TemplateField,
  type TemplatePage,
  type TemplateRecipient,
} from "./fields.ts";
import { moveWithin, resizeWithin } from "./geometry.ts";
import { MergeSource } from "./merge-source.tsx";
import { NumberField } from "./number-field.tsx";

interface FieldFormProps {
  field: TemplateField;
  fault: string | undefined;
  recipients: readonly TemplateRecipient[];
  pages: readonly TemplatePage[];
  acroFields: readonly string[];
  onChange: (field: TemplateField) => void;
  onRemove: () => void;
}

const formats = ["any", "date", "number", "zip", "phone", "email"] as const;
const rules = ["exactly_one", "at_least_one"] as const;
const consequences = ["includesMentalHealth", "includesSubstanceUse", "includesHiv"] as const;

/** Everything of a field in words and numbers: what the boxes do by mouse, this does by keyboard. */
export function FieldForm({ field, fault, recipients, pages, acroFields, onChange, onRemove }: FieldFormProps) {
  const signers = recipients.filter(({ role }) => role === "signer");
  return (
    <div className="grid gap-4">
      <TextField
        label={t.label}
        hint={t.labelHint}
        error={fault}
        required
        maxLength={120}
        autoComplete="off"
        value={field.label}
        onChange={(label) => onChange({ ...field, label })}
      />
      <OneOfField
        label={t.kind}
        why="fields#kinds-of-fields-to-sign"
        values={fieldKinds}
        name={nameKind}
        value={field.kind}
        onChange={(kind) => onChange(changeKind(field, kind, signers[0]?.key ?? null))}
      />
      {field.kind !== "merge" && (
        <ChoiceField
          label={t.recipient}
          values={signers.map(({ key }) => key)}
          name={(key) => signers.find((each) => each.key === key)?.label ?? key}
          none={t.chooseRecipient}
          value={field.recipientKey}
          onChange={(recipientKey) => onChange({ ...field, recipientKey })}
        />
      )}
      <OfKind field={field} onChange={onChange} />
      {field.kind !== "merge" && (
        <Checkbox
          label={t.required}
          checked={field.required}
          onChange={({ target }) => onChange({ ...field, required: target.checked })}
        />
      )}
      <Place field={field} pages={pages} acroFields={acroFields} onChange={onChange} />
      <Button size="sm" variant="danger-quiet" className="justify-self-start" onClick={onRemove}>
        <Trash2 aria-hidden className="size-4" />
        {t.remove}
      </Button>
    </div>
  );
}

interface PartProps {
  field: TemplateField;
  onChange: (field: TemplateField) => void;
}

function OfKind({ field, onChange }: PartProps) {
  switch (field.kind) {
    case "text":
      return <TextRules field={field} onChange={onChange} />;
    case "checkbox":
      return (
        <>
          <Group field={field} onChange={onChange} />
          <Consequence field={field} onChange={onChange} />
        </>
      );
    case "initials":
      return <Consequence field={field} onChange={onChange} />;
    case "merge":
      return <MergeSource field={field} onChange={onChange} />;
    default:
      return null;
  }
}

function TextRules({ field, onChange }: PartProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <OneOfField
        label={t.format}
        values={formats}
        name={(each) => t.formats[each]}
        value={field.format ?? "any"}
        onChange={(format) => onChange({ ...field, format })}
      />
      <NumberField
        label={t.maxLength}
        least={1}
        most={500}
        value={field.maxLength ?? 100}
        onChange={(maxLength) => onChange({ ...field, maxLength: Math.trunc(maxLength) })}
      />
    </div>
  );
}

function Group({ field, onChange }: PartProps) {
  const { group } = field;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField
        label={t.group}
        hint={t.groupHint}
        optional
        maxLength={30}
        autoComplete="off"
        value={group?.key ?? ""}
        onChange={(key) =>
          onChange({ ...field, group: key === "" ? null : { key, rule: group?.rule ?? "exactly_one" } })
        }
      />
      {group !== null && (
        <OneOfField
          label={t.rule}
          values={rules}
          name={(each) => t.rules[each]}
          value={group.rule}
          onChange={(rule) => onChange({ ...field, group: { ...group, rule } })}
        />
      )}
    </div>
  );
}

function Consequence({ field, onChange }: PartProps) {
  return (
    <ChoiceField
      label={t.sets}
      why="fields#what-a-check-box-of-an-authorization-sets"
      optional
      values={consequences}
      name={(each) => t.consequences[each]}
      none={t.setsNothing}
      value={field.sets}
      onChange={(sets) => onChange({ ...field, sets })}
    />
  );
}

interface PlaceProps extends PartProps {
  pages: readonly TemplatePage[];
  acroFields: readonly string[];
}

function Place({ field, pages, acroFields, onChange }: PlaceProps) {
  const place = placeOf(field);
  const [first] = pages;
  const useForm = (acroField: string | null) =>
    onChange(
      acroField === null
        ? { ...field, acroField, page: first?.number ?? 1, x: 72, y: 72, width: 160, height: 24 }
        : { ...field, acroField, page: null, x: null, y: null, width: null, height: null },
    );
  return (
    <FieldGroup legend={t.place}>
      {acroFields.length > 0 && (
        <ChoiceField
          label={t.acroField}
          hint={t.acroFieldHint}
          values={acroFields}
          name={(each) => each}
          none={t.ownBox}
          value={field.acroField}
          onChange={useForm}
        />
      )}
      {place !== null && <Numbers field={field} place={place} pages={pages} onChange={onChange} />}
    </FieldGroup>
  );
}

interface NumbersProps extends PartProps {
  place: NonNullable<ReturnType<typeof placeOf>>;
  pages: readonly TemplatePage[];
}

function Numbers({ field, place, pages, onChange }: NumbersProps) {
  const page = pages.find(({ number }) => number === place.page) ?? { number: place.page, width: 612, height: 792 };
  const put = (changed: Partial<typeof place>) => onChange({ ...field, ...place, ...changed });
  const number = (name: "x" | "y" | "width" | "height", change: (value: number) => void) => (
    <NumberField label={t.numbers[name]} least={0} most={20_000} value={place[name]} onChange={change} />
  );
  const least = smallest(field.kind);
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      <OneOfField
        label={t.page}
        values={pages.map((each) => String(each.number))}
        name={(each) => each}
        value={String(place.page)}
        onChange={(to) => put({ page: Number(to) })}
      />
      {number("x", (x) => put(moveWithin({ ...place, x }, { x: 0, y: 0 }, page)))}
      {number("y", (y) => put(moveWithin({ ...place, y }, { x: 0, y: 0 }, page)))}
      {number("width", (width) => put(resizeWithin({ ...place, width }, { x: 0, y: 0 }, page, least)))}
      {number("height", (height) => put(resizeWithin({ ...place, height }, { x: 0, y: 0 }, page, least)))}
      <NumberField
        label={t.fontSize}
        least={6}
        most={24}
        value={field.fontSize}
        onChange={(fontSize) => onChange({ ...field, fontSize })}
      />
    </div>
  );
}
