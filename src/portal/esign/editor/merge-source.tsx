import { OneOfField, TextField } from "../../ui/forms/fields.tsx";
import { mergeSource as t } from "../lazy-strings.ts";
import type { TemplateField } from "./fields.ts";

const sources = Object.keys(t.sources) as (keyof typeof t.sources)[];
const openSources = ["custom", "input"] as const;
const choices = [...sources, ...openSources];
type Choice = (typeof choices)[number];

/** @returns the chosen source, and the key of one that has its own: `custom.vehicle` */
export function readSource(source: string | null): { choice: Choice; key: string } {
  const [kind = "", ...rest] = (source ?? "").split(".");
  const open = openSources.find((each) => each === kind);
  if (open !== undefined) return { choice: open, key: rest.join(".") };
  return { choice: sources.find((each) => each === source) ?? "client.fullName", key: "" };
}

const isOpen = (choice: Choice) => openSources.some((each) => each === choice);

interface MergeSourceProps {
  field: TemplateField;
  onChange: (field: TemplateField) => void;
}

/** From which record the value comes. */
export function MergeSource({ field, onChange }: MergeSourceProps) {
  const { choice, key } = readSource(field.source);
  return (
    <>
      <OneOfField
        label={t.source}
        why="fields#values-that-are-filled-in"
        values={choices}
        name={(each) => (each === "custom" || each === "input" ? t.openSources[each] : t.sources[each])}
        value={choice}
        onChange={(to) => onChange({ ...field, source: isOpen(to) ? `${to}.${key}` : to })}
      />
      {isOpen(choice) && (
        <TextField
          label={t.key}
          hint={t.keyHint}
          required
          maxLength={100}
          autoComplete="off"
          value={key}
          onChange={(text) => onChange({ ...field, source: `${choice}.${text.trim()}` })}
        />
      )}
      <TextField
        label={t.fallback}
        hint={t.fallbackHint}
        optional
        maxLength={200}
        autoComplete="off"
        value={field.fallback ?? ""}
        onChange={(text) => onChange({ ...field, fallback: text === "" ? null : text })}
      />
    </>
  );
}
