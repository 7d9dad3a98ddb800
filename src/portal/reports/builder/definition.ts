import { createContext, useContext } from "react";
import { get, useController, useFormContext } from "react-hook-form";
import type { DefinitionDraft, ReportField } from "./draft.ts";
import type { ReportValues } from "./form.ts";

const FieldsContext = createContext<readonly ReportField[]>([]);

export const FieldsProvider = FieldsContext.Provider;

export function useFields(): readonly ReportField[] {
  return useContext(FieldsContext);
}

interface FoundError {
  message?: string;
  root?: { message?: string };
}

interface Definition {
  draft: DefinitionDraft;
  change: (next: DefinitionDraft) => void;
  /** The error at a path such as `columns.2.field`, or of a whole list. */
  faultAt: (...paths: string[]) => string | undefined;
}

export function useDefinition(): Definition {
  const { control, formState, trigger } = useFormContext<ReportValues>();
  const { field } = useController({ control, name: "definition" });
  const change = (next: DefinitionDraft) => {
    field.onChange(next);
    // Paths within the definition move with its lists.
    if (formState.isSubmitted) void trigger("definition");
  };
  const read = (path: string) => {
    const found: FoundError | undefined = get(formState.errors, `definition.${path}`);
    return found?.message ?? found?.root?.message;
  };
  const faultAt = (...paths: string[]) => paths.map(read).find((message) => message !== undefined && message !== "");
  return { draft: field.value, change, faultAt };
}
