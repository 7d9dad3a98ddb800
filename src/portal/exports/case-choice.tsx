import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import { readError } from "../client/portal-error.ts";
import { useTRPC } from "../client/trpc.ts";
import { useSettled } from "../client/use-settled.ts";
import { Button } from "../ui/button.tsx";
import { Field, FieldError, FieldGroup } from "../ui/forms/field.tsx";
import { TextInput } from "../ui/forms/text-input.tsx";
import type { ExportValues } from "./export-form-schema.ts";
import { caseChoice as t } from "./strings.ts";

const typingPause = 300;

/** A case ID, used without a search. */
const idForm = /^case_[0-9A-Za-z]{1,60}$/;

export function CaseChoice() {
  const { control } = useFormContext<ExportValues>();
  const { field, fieldState } = useController({ control, name: "caseId" });
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const wanted = useSettled(typed.trim(), typingPause);
  if (chosen !== null) {
    const clear = () => {
      setChosen(null);
      field.onChange("");
    };
    return <Chosen name={chosen} error={fieldState.error?.message} onClear={clear} />;
  }
  const type = (text: string) => {
    setTyped(text);
    field.onChange(idForm.test(text.trim()) ? text.trim() : "");
  };
  return (
    <div className="grid gap-2.5">
      <Field label={t.case} hint={t.caseHint} error={fieldState.error?.message} required>
        {(attributes) => (
          <TextInput
            {...attributes}
            ref={field.ref}
            type="search"
            value={typed}
            placeholder="2026-000123"
            autoComplete="off"
            maxLength={100}
            onBlur={field.onBlur}
            onChange={({ target }) => type(target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter") event.preventDefault();
            }}
          />
        )}
      </Field>
      {wanted.length > 1 && !idForm.test(wanted) && (
        <Found
          wanted={wanted}
          onChoose={(id, name) => {
            field.onChange(id);
            setChosen(name);
          }}
        />
      )}
    </div>
  );
}

function Chosen({ name, error, onClear }: { name: string; error: string | undefined; onClear: () => void }) {
  return (
    <FieldGroup legend={t.case} error={error}>
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-accent bg-accent-soft px-3 py-2.5 text-sm">
        <span className="font-medium wrap-anywhere">{name}</span>
        <Button size="sm" onClick={onClear}>
          {t.anotherCase}
        </Button>
      </div>
    </FieldGroup>
  );
}

function Found({ wanted, onChoose }: { wanted: string; onChoose: (id: string, name: string) => void }) {
  const trpc = useTRPC();
  const { data, error } = useQuery(trpc.exports.findCases.queryOptions({ q: wanted }));
  if (error !== null) return <FieldError message={readError(error).message} />;
  if (data === undefined) return <output className="text-sm text-muted">{t.searching}</output>;
  if (data.cases.length === 0) return <output className="text-sm text-muted">{t.noMatchingCases}</output>;
  return (
    <ul aria-label={t.matchingCases} className="divide-y divide-line overflow-hidden rounded-md border border-line">
      {data.cases.map(({ id, sequenceId, clientName }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => onChoose(id, `${sequenceId}, ${clientName}`)}
            className="flex w-full cursor-pointer flex-wrap gap-x-3 px-3 py-2 text-left text-sm -outline-offset-3! hover:bg-sunken"
          >
            <span className="font-medium">{sequenceId}</span>
            <span className="text-muted">{clientName}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
