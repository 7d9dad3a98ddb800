"use client";

import type { HTMLInputTypeAttribute } from "react";
import type { ShownField } from "../../areas/esign/signing/schema.ts";
import { groupId, type Answers, type Faults } from "./answers.ts";
import { describedBy, Fault, inputLook, Labeled, QuietButton } from "./parts.tsx";
import { useWords } from "./words.tsx";

interface FieldControlsProps {
  /** In reading order. */
  controls: readonly ShownField[];
  answers: Answers;
  faults: Faults;
  onAnswer: (field: ShownField, answer: string | boolean) => void;
  onShow: (field: ShownField) => void;
}

/** The fields as labeled controls beside the pages, so that they are filled in without aiming at a small box. */
export function FieldControls({ controls, ...shared }: FieldControlsProps) {
  const seen = new Set<string>();
  return controls.map((field) => {
    if (field.group === null) return <FieldControl key={field.id} field={field} {...shared} />;
    const { key } = field.group;
    if (seen.has(key)) return null;
    seen.add(key);
    return <Group key={key} members={controls.filter(({ group }) => group?.key === key)} {...shared} />;
  });
}

type OfField = Omit<FieldControlsProps, "controls"> & { field: ShownField };

function FieldControl(props: OfField) {
  return props.field.kind === "checkbox" ? <Tick {...props} /> : <TextControl {...props} />;
}

const types: Record<ShownField["format"], HTMLInputTypeAttribute> = {
  any: "text",
  date: "text",
  number: "text",
  zip: "text",
  phone: "tel",
  email: "email",
};
const modes = {
  any: "text",
  date: "numeric",
  number: "decimal",
  zip: "numeric",
  phone: "tel",
  email: "email",
} as const;
const initialsLength = 5;

function TextControl({ field, answers, faults, onAnswer, onShow }: OfField) {
  const words = useWords();
  const { id, label, required, kind, format } = field;
  const isInitials = kind === "initials";
  const fault = faults[id];
  const faultText = fault === undefined ? undefined : words.faults[fault];
  const hint = isInitials ? words.sign.initials : words.formats[format];
  const answer = answers[id];
  return (
    <div className="grid gap-0.5">
      <Labeled id={id} label={label} note={required ? undefined : words.sign.optional} hint={hint} fault={faultText}>
        <input
          id={id}
          type={isInitials ? "text" : types[format]}
          inputMode={isInitials ? "text" : modes[format]}
          autoCapitalize={isInitials ? "characters" : undefined}
          autoComplete="off"
          maxLength={isInitials ? initialsLength : field.maxLength}
          value={typeof answer === "string" ? answer : ""}
          aria-required={required}
          aria-invalid={fault !== undefined}
          aria-describedby={describedBy(id, hint, faultText)}
          onChange={({ target }) => onAnswer(field, target.value)}
          className={inputLook}
        />
      </Labeled>
      <ShowOnPage field={field} onShow={onShow} />
    </div>
  );
}

function Tick({ field, answers, faults, onAnswer, onShow }: OfField) {
  const words = useWords();
  const { id, label, required } = field;
  const fault = faults[id];
  const faultText = fault === undefined ? undefined : words.faults[fault];
  return (
    <div className="grid gap-0.5">
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
        <input
          id={id}
          type="checkbox"
          checked={answers[id] === true}
          aria-required={required || undefined}
          aria-invalid={fault !== undefined}
          aria-describedby={describedBy(id, undefined, faultText)}
          onChange={({ target }) => onAnswer(field, target.checked)}
          className="mt-0.5 size-6 shrink-0 accent-accent"
        />
        <span className="wrap-anywhere">
          {label}
          {!required && field.group === null && <span className="text-muted"> ({words.sign.optional})</span>}
        </span>
      </label>
      <Fault id={id} fault={faultText} />
      <ShowOnPage field={field} onShow={onShow} />
    </div>
  );
}

/** Check boxes of one question. Of those of which exactly one is ticked, ticking another one clears the first. */
function Group({ members, answers, faults, onAnswer, onShow }: Omit<OfField, "field"> & { members: ShownField[] }) {
  const words = useWords();
  const [first] = members;
  const group = first?.group ?? null;
  if (first === undefined || group === null) return null;
  const { key, rule } = group;
  const id = groupId(key);
  const fault = faults[id];
  const faultText = fault === undefined ? undefined : words.faults[fault];
  const isChoice = rule === "exactly_one";
  const choose = (chosen: ShownField, isChosen: boolean) => {
    for (const member of members) {
      if (member.id === chosen.id) onAnswer(member, isChosen);
      else if (isChoice && isChosen) onAnswer(member, false);
    }
  };
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-describedby={describedBy(id, undefined, faultText)}
      className="grid gap-1 rounded-md border border-line px-4 pt-1 pb-3"
    >
      <legend className="px-1 font-semibold">{isChoice ? words.sign.exactlyOne : words.sign.atLeastOne}</legend>
      {members.map((member) => (
        <label key={member.id} htmlFor={member.id} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
          <input
            id={member.id}
            type={isChoice ? "radio" : "checkbox"}
            name={isChoice ? id : undefined}
            checked={answers[member.id] === true}
            onChange={({ target }) => choose(member, target.checked)}
            className="mt-0.5 size-6 shrink-0 accent-accent"
          />
          <span className="wrap-anywhere">{member.label}</span>
        </label>
      ))}
      <Fault id={id} fault={faultText} />
      <ShowOnPage field={first} onShow={onShow} />
    </fieldset>
  );
}

function ShowOnPage({ field, onShow }: Pick<OfField, "field" | "onShow">) {
  const words = useWords().sign;
  return (
    <QuietButton
      className="justify-self-start text-sm"
      aria-label={`${words.onPage(field.page)}: ${field.label}`}
      onClick={() => onShow(field)}
    >
      {words.onPage(field.page)}
    </QuietButton>
  );
}
