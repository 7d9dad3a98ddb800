import { useState } from "react";
import { decisionPlaceholders, noteLength } from "../../../contract/portal/scope-requests.ts";
import { useTRPC } from "../../client/trpc.ts";
import { useFormErrors } from "../../client/forms/use-form-errors.ts";
import { useChange } from "../../client/use-change.ts";
import { useInvalidate } from "../../client/use-invalidate.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Textarea, TextInput } from "../../ui/forms/text-input.tsx";
import { AlertDialog } from "../../ui/overlays/alert-dialog.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import type { Template } from "../views.ts";

const useInvalidateTemplates = () => useInvalidate((trpc) => [trpc.administration.listDecisionTemplates.pathFilter()]);

export function TemplateDialog({ template, onClose }: { template: Template | null; onClose: () => void }) {
  const trpc = useTRPC();
  const [typed, setTyped] = useState({ name: template?.name ?? "", text: template?.text ?? "" });
  const { faults, rejection, validate, reject } = useFormErrors<"name" | "text">();
  const invalidate = useInvalidateTemplates();
  const mutation = useChange(trpc.administration.saveDecisionTemplate.mutationOptions(), {
    done: () => `Template “${typed.name.trim()}” saved.`,
    onDone: onClose,
    onRejected: reject,
    refetch: invalidate,
  });
  const submit = () => {
    const name = typed.name.trim();
    const text = typed.text.trim();
    if (!validate({ ...(name === "" && { name: "Enter a name." }), ...(text === "" && { text: "Enter a text." }) })) return;
    mutation.mutate({ ...(template !== null && { id: template.id }), name, text });
  };
  return (
    <FormDialog
      title={template === null ? "Create template" : "Edit template"}
      action="Save template"
      busy={mutation.isPending}
      rejection={rejection}
      rejectionTitle="Not saved"
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name" why="fields#decision-templates" error={faults.name} required>
        {(control) => <TextInput {...control} name="name" autoComplete="off" maxLength={200} value={typed.name} onChange={({ target }) => setTyped({ ...typed, name: target.value })} />}
      </Field>
      <Field label="Text" why="fields#decision-templates" hint={`Replaced by the request’s own: ${decisionPlaceholders.map((name) => `{${name}}`).join(", ")}.`} error={faults.text} required>
        {(control) => <Textarea {...control} name="text" rows={4} maxLength={noteLength} value={typed.text} onChange={({ target }) => setTyped({ ...typed, text: target.value })} />}
      </Field>
    </FormDialog>
  );
}

export function DeleteTemplate({ template, onClose }: { template: Template; onClose: () => void }) {
  const trpc = useTRPC();
  const invalidate = useInvalidateTemplates();
  const mutation = useChange(trpc.administration.deleteDecisionTemplate.mutationOptions(), {
    done: () => `Template “${template.name}” deleted.`,
    refetch: async () => {
      onClose();
      await invalidate();
    },
  });
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title="Delete template?"
      description={`“${template.name}” is deleted. Notes of decisions that used it stay.`}
      confirm="Delete template"
      busy={mutation.isPending}
      onConfirm={() => mutation.mutate({ templateId: template.id })}
    />
  );
}
