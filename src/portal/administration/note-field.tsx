import { TextareaField } from "../ui/forms/fields.tsx";
import { noteField as t } from "./strings.ts";

interface NoteFieldProps {
  /** Who sees the note. */
  hint: string;
  error: string | undefined;
  value: string;
  onChange: (note: string) => void;
}

/** The reason that an administrator gives for a change. */
export function NoteField(props: NoteFieldProps) {
  return <TextareaField label={t.note} why="fields#note" required name="note" rows={2} maxLength={1000} {...props} />;
}
