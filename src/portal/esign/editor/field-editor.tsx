import { ChevronLeft, ChevronRight, Plus, Undo2 } from "lucide-react";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { SectionCard } from "../../ui/card.tsx";
import { OneOf } from "../../ui/forms/select.tsx";
import type { PDFDocumentProxy } from "../../ui/pdf/open-pdf.ts";
import { fieldEditor as t, nameKind } from "../lazy-strings.ts";
import type { Template } from "../views.ts";
import { FieldBox } from "./field-box.tsx";
import { FieldForm } from "./field-form.tsx";
import { FieldTable } from "./field-table.tsx";
import {
  createField,
  fieldKinds,
  placeInForm,
  placeOf,
  type EditedField,
  type FieldKind,
  type TemplateField,
  type TemplateRecipient,
} from "./fields.ts";
import { PageCanvas } from "./page-canvas.tsx";

interface FieldEditorProps {
  pdf: PDFDocumentProxy;
  file: Template["file"];
  recipients: readonly TemplateRecipient[];
  fields: readonly EditedField[];
  faults: Readonly<Record<string, string>>;
  onChange: (fields: readonly EditedField[]) => void;
}

const maxFields = 200;
/** How many changes can be undone. */
const maxSteps = 50;
const pauseMilliseconds = 1_000;

/** The pages with their boxes, the form of the chosen field, and the table of all. */
export function FieldEditor({ pdf, file, recipients, fields, faults, onChange }: FieldEditorProps) {
  const [number, setNumber] = useState(1);
  const [chosen, setChosen] = useState<string | null>(null);
  const [former, setFormer] = useState<readonly (readonly EditedField[])[]>([]);
  const last = useRef<{ key: string; at: number } | null>(null);
  const boxes = useRef(new Map<string, HTMLButtonElement>());
  /** The box that gets the focus once it is on the page. */
  const awaited = useRef<string | null>(null);
  useEffect(() => {
    const box = boxes.current.get(awaited.current ?? "");
    if (box === undefined) return;
    awaited.current = null;
    box.focus();
  });
  const page = file.pages.find((each) => each.number === number) ?? file.pages[0];
  if (page === undefined) return null;
  /** @param key of a changed field: what is changed of it at once, such as typed letters, is undone at once */
  const change = (changed: readonly EditedField[], key: string | null = null) => {
    const isMore = key !== null && last.current?.key === key && Date.now() - last.current.at < pauseMilliseconds;
    if (!isMore) setFormer([...former.slice(1 - maxSteps), fields]);
    last.current = key === null ? null : { key, at: Date.now() };
    onChange(changed);
  };
  const changeField = (key: string, field: TemplateField) => {
    change(
      fields.map((each) => (each.key === key ? { key, field } : each)),
      key,
    );
    if (field.page !== null) setNumber(field.page);
  };
  const add = (kind: FieldKind) => {
    const signer = recipients.find(({ role }) => role === "signer")?.key ?? null;
    const added = createField({ kind, label: nameKind(kind), page, recipientKey: signer }, fields);
    change([...fields, added]);
    setChosen(added.key);
    awaited.current = added.key;
  };
  const remove = (key: string) => {
    change(fields.filter((each) => each.key !== key));
    setChosen(null);
  };
  const undo = () => {
    const before = former.at(-1);
    if (before === undefined) return;
    last.current = null;
    setFormer(former.slice(0, -1));
    onChange(before);
  };
  const choose = (key: string) => {
    const field = fields.find((each) => each.key === key)?.field;
    const place = field === undefined ? null : (placeOf(field) ?? placeInForm(field, file.acroFields));
    if (place !== null) setNumber(place.page);
    setChosen(key);
    awaited.current = key;
  };
  const shown = fields.find(({ key }) => key === chosen);
  return (
    <>
      <SectionCard title={t.pages} description={t.pagesHint}>
        <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid min-w-0 content-start gap-3">
            <Palette isFull={fields.length >= maxFields} onAdd={add}>
              <Button size="sm" disabled={former.length === 0} onClick={undo}>
                <Undo2 aria-hidden className="size-4" />
                {t.undo}
              </Button>
            </Palette>
            <Pager number={page.number} count={file.pages.length} onChange={setNumber} />
            <PageCanvas pdf={pdf} page={page} pageCount={file.pages.length}>
              {(scale) => (
                <Boxes
                  page={page}
                  acroFields={file.acroFields}
                  scale={scale}
                  fields={fields}
                  recipients={recipients}
                  faults={faults}
                  chosen={chosen}
                  boxes={boxes.current}
                  onChoose={setChosen}
                  onChange={changeField}
                  onRemove={remove}
                />
              )}
            </PageCanvas>
          </div>
          <div className="min-w-0 lg:sticky lg:top-20 lg:self-start">
            {shown === undefined ? (
              <p className="text-sm text-muted">{fields.length === 0 ? t.noFields : t.chooseField}</p>
            ) : (
              <FieldForm
                key={shown.key}
                field={shown.field}
                fault={faults[shown.key]}
                recipients={recipients}
                pages={file.pages}
                acroFields={file.acroFields.map(({ name }) => name)}
                onChange={(field) => changeField(shown.key, field)}
                onRemove={() => remove(shown.key)}
              />
            )}
          </div>
        </div>
      </SectionCard>
      {fields.length > 0 && (
        <SectionCard title={t.allFields}>
          <FieldTable fields={fields} recipients={recipients} faults={faults} onChoose={choose} />
        </SectionCard>
      )}
    </>
  );
}

function Palette({
  isFull,
  onAdd,
  children,
}: {
  isFull: boolean;
  onAdd: (kind: FieldKind) => void;
  children: ReactNode;
}) {
  return (
    <div role="group" aria-label={t.addField} className="flex flex-wrap gap-2">
      {fieldKinds.map((kind) => (
        <Button key={kind} size="sm" disabled={isFull} onClick={() => onAdd(kind)}>
          <Plus aria-hidden className="size-4" />
          {nameKind(kind)}
        </Button>
      ))}
      {children}
    </div>
  );
}

function Pager({ number, count, onChange }: { number: number; count: number; onChange: (number: number) => void }) {
  if (count === 1) return null;
  const numbers = Array.from({ length: count }, (_, index) => String(index + 1));
  return (
    <div className="flex items-center gap-2">
      <Button size="icon-sm" aria-label={t.previousPage} disabled={number === 1} onClick={() => onChange(number - 1)}>
        <ChevronLeft aria-hidden className="size-4" />
      </Button>
      <OneOf
        aria-label={t.page}
        className="w-40"
        values={numbers}
        name={(each) => t.pageOf(Number(each), count)}
        value={String(number)}
        onChange={(to) => onChange(Number(to))}
      />
      <Button size="icon-sm" aria-label={t.nextPage} disabled={number === count} onClick={() => onChange(number + 1)}>
        <ChevronRight aria-hidden className="size-4" />
      </Button>
    </div>
  );
}

/** A check box is too small for a text. */
function describeInBox({ kind, label }: TemplateField, recipient: string): string {
  if (kind === "checkbox") return "";
  return kind === "merge" ? label : t.inBox(label, recipient);
}

interface BoxesProps extends Pick<FieldEditorProps, "fields" | "recipients" | "faults"> {
  page: Template["file"]["pages"][number];
  acroFields: Template["file"]["acroFields"];
  scale: number;
  chosen: string | null;
  boxes: Map<string, HTMLButtonElement>;
  onChoose: (key: string) => void;
  onChange: (key: string, field: TemplateField) => void;
  onRemove: (key: string) => void;
}

/** The boxes of one page, in the order of the table. */
function Boxes({
  page,
  acroFields,
  scale,
  fields,
  recipients,
  faults,
  chosen,
  boxes,
  onChoose,
  onChange,
  onRemove,
}: BoxesProps) {
  const id = useId();
  return (
    <>
      <p id={id} className="sr-only">
        {t.keys}
      </p>
      {fields.map(({ key, field }) => {
        const place = placeOf(field) ?? placeInForm(field, acroFields);
        if (place === null || place.page !== page.number) return null;
        const recipient = recipients.find((each) => each.key === field.recipientKey)?.label ?? t.filledIn;
        return (
          <FieldBox
            key={key}
            name={t.box(field.label, nameKind(field.kind), recipient)}
            text={describeInBox(field, recipient)}
            kind={field.kind}
            place={place}
            page={page}
            scale={scale}
            isFixed={field.acroField !== null}
            isSelected={key === chosen}
            hasFault={faults[key] !== undefined}
            describedBy={id}
            register={(element) => void (element === null ? boxes.delete(key) : boxes.set(key, element))}
            onSelect={() => onChoose(key)}
            onPlace={(to) => onChange(key, { ...field, ...place, ...to })}
            onRemove={() => onRemove(key)}
          />
        );
      })}
    </>
  );
}
