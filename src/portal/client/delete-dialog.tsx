import type { ReactNode } from "react";
import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { RejectionAlert } from "./rejection-alert.tsx";
import { deleteDialog as t } from "./lazy-strings.ts";

interface DeleteDialogProps {
  /** What is deleted: "webhook". */
  noun: string;
  name: string;
  mutation: { isPending: boolean; error: unknown };
  onDelete: () => void;
  onClose: () => void;
  /** The consequence, as a sentence that begins with the name. */
  children: ReactNode;
}

/** Confirms the deletion of a record, and shows why it was rejected. */
export function DeleteDialog({ noun, name, mutation, onDelete, onClose, children }: DeleteDialogProps) {
  const consequence = (
    <>
      <strong className="font-semibold text-text wrap-anywhere">{name}</strong> {children}
    </>
  );
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={t.title(noun)}
      description={consequence}
      confirm={t.delete(noun)}
      busy={mutation.isPending}
      onConfirm={onDelete}
    >
      <RejectionAlert error={mutation.error} />
    </AlertDialog>
  );
}
