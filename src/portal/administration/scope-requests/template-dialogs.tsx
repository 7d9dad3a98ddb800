import { useState } from "react";
import { decisionPlaceholders, maxNoteLength } from "../../../contract/portal/scope-requests.ts";
import { useTRPC } from "../../client/trpc.ts";
import { useFormErrors } from "../../client/forms/use-form-errors.ts";
import { useChange } from "../../client/use-change.ts";
import { useInvalidate } from "../../client/use-invalidate.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Textarea } from "../../ui/forms/text-input.tsx";
import { TextField } from "../../ui/forms/fields.tsx";
import { AlertDialog } from "../../ui/overlays/alert-dialog.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import type { Template } from "../views.ts";
import { templateDialogs as t } from "./strings.ts";

const useInvalidateTemplates = () => useInvalidate((trpc) => [trpc.administration.listDecisionTemplates.pathFilter()]);

export function TemplateDialog({ template, onClose }: { template: Template | null; onClose: () => void }) {
  const trpc = useTRPC();
  const [typed, setTyped] = useState({ name: template?.name ?? "", text: template?.text ?? "" });
  const { faults, rejection, validate, reject } = useFormErrors<"name" | "text">();
  const invalidate = useInvalidateTemplates();
  const mutation = useChange(trpc.administration.saveDecisionTemplate.mutationOptions(), {
    successMessage: () => t.templateSaved(typed.name.trim()),
    onSuccess: onClose,
    onRejected: reject,
    invalidate,
  });
  const submit = () => {
    const name = typed.name.trim();
    const text = typed.text.trim();
    if (!validate(findFaults(name, text))) return;
    mutation.mutate({ ...(template !== null && { id: template.id }), name, text });
  };
  return (
    <FormDialog
      title={template === null ? t.createTemplate : t.editTemplate}
      action={t.saveTemplate}
      busy={mutation.isPending}
      rejection={rejection}
      rejectionTitle={t.notSaved}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t.name}
        why="fields#decision-templates"
        error={faults.name}
        required
        name="name"
        autoComplete="off"
        maxLength={200}
        value={typed.name}
        onChange={(text) => setTyped({ ...typed, name: text })}
      />
      <Field
        label={t.text}
        why="fields#decision-templates"
        hint={t.textHint(decisionPlaceholders.map((name) => `{${name}}`).join(", "))}
        error={faults.text}
        required
      >
        {(control) => (
          <Textarea
            {...control}
            name="text"
            rows={4}
            // A template becomes the note of a decision.
            maxLength={maxNoteLength}
            value={typed.text}
            onChange={({ target }) => setTyped({ ...typed, text: target.value })}
          />
        )}
      </Field>
    </FormDialog>
  );
}

const findFaults = (name: string, text: string) => ({
  ...(name === "" && { name: t.enterName }),
  ...(text === "" && { text: t.enterText }),
});

export function DeleteTemplateDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const trpc = useTRPC();
  const invalidate = useInvalidateTemplates();
  const mutation = useChange(trpc.administration.deleteDecisionTemplate.mutationOptions(), {
    successMessage: () => t.templateDeleted(template.name),
    // Closes after a rejection too, which a toast shows: another administrator may have deleted the template.
    invalidate: async () => {
      onClose();
      await invalidate();
    },
  });
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={t.deleteTemplate}
      description={t.deleteTemplateDescription(template.name)}
      confirm={t.deleteTemplateConfirm}
      busy={mutation.isPending}
      onConfirm={() => mutation.mutate({ templateId: template.id })}
    />
  );
}
