import { useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import { FoundCases } from "../client/case-search.tsx";
import { RecordSearch } from "../client/record-search.tsx";
import { useTRPCClient } from "../client/trpc.ts";
import type { ExportValues } from "./export-form-schema.ts";
import { caseChoice as t } from "./strings.ts";

/** A case ID, used without a search. */
const idForm = /^case_[0-9A-Za-z]{1,60}$/;

export function CaseChoice() {
  const client = useTRPCClient();
  const { control } = useFormContext<ExportValues>();
  const { field, fieldState } = useController({ control, name: "caseId" });
  const [chosen, setChosen] = useState<string | null>(null);
  const choose = (id: string, name: string | null) => {
    field.onChange(id);
    setChosen(name);
  };
  return (
    <RecordSearch
      label={t.case}
      hint={t.caseHint}
      placeholder="2026-000123"
      error={fieldState.error?.message}
      inputRef={field.ref}
      chosen={chosen}
      another={t.anotherCase}
      onClear={() => choose("", null)}
      onType={(text) => field.onChange(idForm.test(text.trim()) ? text.trim() : "")}
      onBlur={field.onBlur}
    >
      {(wanted) =>
        idForm.test(wanted) ? null : (
          <FoundCases
            name="exports"
            find={(q) => client.exports.findCases.query({ q })}
            wanted={wanted}
            none={t.noMatchingCases}
            onChoose={({ id, name }) => choose(id, name)}
          />
        )
      }
    </RecordSearch>
  );
}
