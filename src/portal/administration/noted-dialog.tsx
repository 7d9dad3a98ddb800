import { useState, type ReactNode } from "react";
import type { FormErrors } from "../client/forms/use-form-errors.ts";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { NoteField } from "./note-field.tsx";

interface NotedDialogProps {
  title: string;
  words: { description: string; saveChanges: string; notChanged: string; noteHint: string; enterReason: string };
  form: FormErrors<"note">;
  busy: boolean;
  onSave: (note: string) => void;
  onClose: () => void;
  /** The fields above the reason. */
  children: ReactNode;
}

/** A change by a platform administrator, with the reason that the organization's audit log shows. */
export function NotedDialog({ title, words, form, busy, onSave, onClose, children }: NotedDialogProps) {
  const [note, setNote] = useState("");
  const { faults, rejection, validate } = form;
  const submit = () => {
    if (validate(note.trim() === "" ? { note: words.enterReason } : {})) onSave(note.trim());
  };
  return (
    <FormDialog
      title={title}
      description={words.description}
      action={words.saveChanges}
      busy={busy}
      rejection={rejection}
      rejectionTitle={words.notChanged}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      {children}
      <NoteField hint={words.noteHint} error={faults.note} value={note} onChange={setNote} />
    </FormDialog>
  );
}
