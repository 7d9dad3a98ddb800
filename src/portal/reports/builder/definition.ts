"use client";

import { createContext, useContext } from "react";
import { get, useController, useFormContext } from "react-hook-form";
import type { DefinitionDraft, ReportField } from "./draft.ts";
import type { ReportValues } from "./form.ts";

const FieldsContext = createContext<readonly ReportField[]>([]);

/** Gives the sections of the builder the fields of the entity that the report is about. */
export const FieldsProvider = FieldsContext.Provider;

export function useFields(): readonly ReportField[] {
  return useContext(FieldsContext);
}

interface Told {
  message?: string;
  root?: { message?: string };
}

interface Definition {
  draft: DefinitionDraft;
  /** Puts another definition in the place of the present one. */
  change: (next: DefinitionDraft) => void;
  /** What is wrong at a place of the definition, such as `columns.2.field`; of a list as a whole, too. */
  faultAt: (...paths: string[]) => string | undefined;
}

/** The definition that the builder holds: one value, which pure functions change. */
export function useDefinition(): Definition {
  const { control, formState, trigger } = useFormContext<ReportValues>();
  const { field } = useController({ control, name: "definition" });
  const change = (next: DefinitionDraft) => {
    field.onChange(next);
    // Paths within the definition move with its lists.
    if (formState.isSubmitted) void trigger("definition");
  };
  const read = (path: string) => {
    const found: Told | undefined = get(formState.errors, `definition.${path}`);
    return found?.message ?? found?.root?.message;
  };
  const faultAt = (...paths: string[]) => paths.map(read).find((message) => message !== undefined && message !== "");
  return { draft: field.value, change, faultAt };
}
