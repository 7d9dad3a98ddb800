import { DataTable } from "../../ui/data-table.tsx";
import { fieldTable as t, nameKind } from "../lazy-strings.ts";
import type { EditedField, TemplateRecipient } from "./fields.ts";

interface FieldTableProps {
  fields: readonly EditedField[];
  recipients: readonly TemplateRecipient[];
  faults: Readonly<Record<string, string>>;
  onChoose: (key: string) => void;
}

const describePlace = ({ acroField, page, x, y, width, height }: EditedField["field"]) =>
  acroField === null ? t.at(`${x}, ${y}`, `${width} × ${height}`, page ?? 1) : t.ofForm(acroField);

/** All fields of all pages. */
export function FieldTable({ fields, recipients, faults, onChoose }: FieldTableProps) {
  const nameRecipient = ({ field: { recipientKey } }: EditedField) =>
    recipients.find(({ key }) => key === recipientKey)?.label ?? t.none;
  return (
    <DataTable
      name="signature-template-fields"
      caption={t.caption}
      rows={fields}
      keyOf={({ key }) => key}
      columns={[
        {
          label: t.field,
          render: ({ key, field }) => (
            <>
              <button
                type="button"
                onClick={() => onChoose(key)}
                className="min-h-6 cursor-pointer rounded text-left font-semibold wrap-anywhere hover:underline"
              >
                {field.label.trim() === "" ? t.untitled : field.label}
              </button>
              {faults[key] !== undefined && <p className="text-[0.8125rem] text-danger">{faults[key]}</p>}
            </>
          ),
          text: ({ field }) => field.label,
        },
        { label: t.kind, render: ({ field }) => nameKind(field.kind), text: ({ field }) => nameKind(field.kind) },
        { label: t.recipient, render: nameRecipient, text: nameRecipient },
        {
          label: t.required,
          render: ({ field }) => (field.required ? t.yes : t.no),
          text: ({ field }) => (field.required ? t.yes : t.no),
        },
        {
          label: t.place,
          render: ({ field }) => describePlace(field),
          text: ({ field }) => describePlace(field),
          className: "tabular-nums",
        },
      ]}
    />
  );
}
