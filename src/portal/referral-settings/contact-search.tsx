import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readError } from "../client/portal-error.ts";
import { useTRPC } from "../client/trpc.ts";
import { useSettled } from "../client/use-settled.ts";
import { Button } from "../ui/button.tsx";
import { Field, FieldError, FieldGroup } from "../ui/forms/field.tsx";
import { holdEnter, TextInput } from "../ui/forms/text-input.tsx";
import { contactSearch as t } from "./lazy-strings.ts";

export interface FoundContact {
  id: string;
  name: string;
}

interface ContactSearchProps {
  chosen: FoundContact | null;
  error: string | undefined;
  onChoose: (found: FoundContact | null) => void;
}

const typingPause = 300;

/** The contact that a firm is, by its name. */
export function ContactSearch({ chosen, error, onChoose }: ContactSearchProps) {
  const [typed, setTyped] = useState("");
  const wanted = useSettled(typed.trim(), typingPause);
  if (chosen !== null)
    return (
      <FieldGroup legend={t.contact}>
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-accent bg-accent-soft px-3 py-2.5 text-sm">
          <span className="font-medium wrap-anywhere">{chosen.name}</span>
          <Button size="sm" onClick={() => onChoose(null)}>
            {t.anotherContact}
          </Button>
        </div>
      </FieldGroup>
    );
  return (
    <div className="grid gap-2.5">
      <Field label={t.contact} hint={t.contactHint} why="fields#partner-firms" error={error} optional>
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
      {wanted.length > 1 && <Found wanted={wanted} onChoose={onChoose} />}
    </div>
  );
}

function Found({ wanted, onChoose }: { wanted: string; onChoose: (found: FoundContact) => void }) {
  const trpc = useTRPC();
  const { data, error } = useQuery(trpc.partnerFirms.findContacts.queryOptions({ q: wanted }));
  if (error !== null) return <FieldError message={readError(error).message} />;
  if (data === undefined) return <output className="text-sm text-muted">{t.searching}</output>;
  if (data.contacts.length === 0) return <output className="text-sm text-muted">{t.noMatchingContacts}</output>;
  return (
    <ul aria-label={t.matchingContacts} className="divide-y divide-line overflow-hidden rounded-md border border-line">
      {data.contacts.map((contact) => (
        <li key={contact.id}>
          <button
            type="button"
            onClick={() => onChoose(contact)}
            className="w-full cursor-pointer px-3 py-2 text-left text-sm font-medium -outline-offset-3! wrap-anywhere hover:bg-sunken"
          >
            {contact.name}
          </button>
        </li>
      ))}
    </ul>
  );
}
