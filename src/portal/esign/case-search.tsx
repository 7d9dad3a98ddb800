import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSettled } from "../client/use-settled.ts";
import { readError } from "../client/portal-error.ts";
import { Button } from "../ui/button.tsx";
import { Field, FieldError, FieldGroup } from "../ui/forms/field.tsx";
import type { GuideAnchor } from "../ui/forms/why.tsx";
import { TextInput, holdEnter } from "../ui/forms/text-input.tsx";
import { caseSearch as t } from "./lazy-strings.ts";

export interface FoundCase {
  id: string;
  /** Its number and title. */
  name: string;
}

interface SearchedCase {
  id: string;
  sequenceId: string;
  clientName: string;
}

export interface CaseSearchProps {
  /** Searches; its results are kept under the name. */
  name: string;
  find: (q: string) => Promise<{ cases: readonly SearchedCase[] }>;
  /** Where the guides say why the case is asked for. */
  why?: GuideAnchor;
  chosen: FoundCase | null;
  error?: string | undefined;
  onChoose: (found: FoundCase | null) => void;
}

const typingPause = 300;

/** A case by its number or its client's name. */
export function CaseSearch({ name, find, why, chosen, error, onChoose }: CaseSearchProps) {
  const [typed, setTyped] = useState("");
  const wanted = useSettled(typed.trim(), typingPause);
  if (chosen !== null)
    return (
      <FieldGroup legend={t.case}>
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-accent bg-accent-soft px-3 py-2.5 text-sm">
          <span className="font-medium wrap-anywhere">{chosen.name}</span>
          <Button size="sm" onClick={() => onChoose(null)}>
            {t.anotherCase}
          </Button>
        </div>
      </FieldGroup>
    );
  return (
    <div className="grid max-w-xl gap-2.5">
      <Field label={t.case} hint={t.caseHint} why={why} error={error} required>
        {(control) => (
          <TextInput
            {...control}
            type="search"
            autoComplete="off"
            maxLength={100}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={holdEnter}
          />
        )}
      </Field>
      {wanted.length > 1 && <Found name={name} find={find} wanted={wanted} onChoose={onChoose} />}
    </div>
  );
}

type FoundProps = Pick<CaseSearchProps, "name" | "find" | "onChoose"> & { wanted: string };

function Found({ name: searched, find, wanted, onChoose }: FoundProps) {
  const { data, error } = useQuery({ queryKey: ["case-search", searched, wanted], queryFn: () => find(wanted) });
  if (error !== null) return <FieldError message={readError(error).message} />;
  if (data === undefined) return <output className="text-sm text-muted">{t.searching}</output>;
  if (data.cases.length === 0) return <output className="text-sm text-muted">{t.noMatchingCases}</output>;
  return (
    <ul aria-label={t.matchingCases} className="divide-y divide-line overflow-hidden rounded-md border border-line">
      {data.cases.map(({ id, sequenceId, clientName }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => onChoose({ id, name: t.named(sequenceId, clientName) })}
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
