"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FileText, Plus } from "lucide-react";
import { useState } from "react";
import { decisionPlaceholders } from "../../contract/portal/scope-requests.ts";
import { useMutationWithConfirmation } from "../client/confirmation.tsx";
import { useTRPC, type PortalOutputs } from "../client/trpc.ts";
import { useFormErrors } from "../client/use-form-errors.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { Loading, SkeletonText } from "../ui/feedback/skeleton.tsx";
import { Field } from "../ui/forms/field.tsx";
import { Textarea, TextInput } from "../ui/forms/text-input.tsx";
import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { useToast } from "../ui/overlays/toast.tsx";

type Template = PortalOutputs["administration"]["listDecisionTemplates"]["templates"][number];

/** The texts that administrators reuse in decisions. */
export function TemplateList() {
  const trpc = useTRPC();
  const list = useQuery(trpc.administration.listDecisionTemplates.queryOptions({}));
  const [edited, setEdited] = useState<Template | "new" | null>(null);
  const [deleted, setDeleted] = useState<Template | null>(null);
  const create = (
    <Button variant="primary" onClick={() => setEdited("new")}>
      <Plus aria-hidden className="size-4" />
      Create template
    </Button>
  );
  if (list.data === undefined) return <QueryFallback query={list} what="templates" placeholder={<><Loading what="Loading templates" /><SkeletonText lines={6} className="max-w-prose" /></>} />;
  const { templates } = list.data;
  return (
    <>
      {templates.length === 0 ? (
        <EmptyState icon={FileText} title="No templates yet" actions={create}>
          A template fills the note of a decision.
        </EmptyState>
      ) : (
        <>
          <div className="mb-4">{create}</div>
          <ul className="grid gap-4">
            {templates.map((template) => (
              <li key={template.id}>
                <Card>
                  <h2 className="font-medium wrap-anywhere">{template.name}</h2>
                  <p className="mt-1 max-w-prose text-sm wrap-anywhere whitespace-pre-line text-muted">{template.text}</p>
                  <div className="mt-3 flex flex-wrap gap-2">
                    <Button size="sm" onClick={() => setEdited(template)}>Edit template<span className="sr-only"> {template.name}</span></Button>
                    <Button size="sm" variant="danger-quiet" onClick={() => setDeleted(template)}>Delete template<span className="sr-only"> {template.name}</span></Button>
                  </div>
                </Card>
              </li>
            ))}
          </ul>
        </>
      )}
      {edited !== null && <TemplateDialog template={edited === "new" ? null : edited} onClose={() => setEdited(null)} />}
      {deleted !== null && <DeleteTemplate template={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}

function useInvalidateTemplates(): () => Promise<void> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries(trpc.administration.listDecisionTemplates.pathFilter());
}

function TemplateDialog({ template, onClose }: { template: Template | null; onClose: () => void }) {
  const trpc = useTRPC();
  const showToast = useToast();
  const [typed, setTyped] = useState({ name: template?.name ?? "", text: template?.text ?? "" });
  const { faults, rejection, validate, reject } = useFormErrors<"name" | "text">();
  const invalidate = useInvalidateTemplates();
  const mutation = useMutationWithConfirmation(
    trpc.administration.saveDecisionTemplate.mutationOptions({
      onSuccess: () => {
        showToast(`Template “${typed.name.trim()}” saved.`);
        onClose();
      },
      onError: reject,
      onSettled: invalidate,
    }),
  );
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
      <Field label="Name" error={faults.name} required>
        {(control) => <TextInput {...control} name="name" autoComplete="off" maxLength={200} value={typed.name} onChange={({ target }) => setTyped({ ...typed, name: target.value })} />}
      </Field>
      <Field label="Text" hint={`Replaced by the request’s own: ${decisionPlaceholders.map((name) => `{${name}}`).join(", ")}.`} error={faults.text} required>
        {(control) => <Textarea {...control} name="text" rows={4} maxLength={1000} value={typed.text} onChange={({ target }) => setTyped({ ...typed, text: target.value })} />}
      </Field>
    </FormDialog>
  );
}

function DeleteTemplate({ template, onClose }: { template: Template; onClose: () => void }) {
  const trpc = useTRPC();
  const showToast = useToast();
  const invalidate = useInvalidateTemplates();
  const mutation = useMutationWithConfirmation(
    trpc.administration.deleteDecisionTemplate.mutationOptions({
      onSuccess: () => showToast(`Template “${template.name}” deleted.`),
      onSettled: async () => {
        onClose();
        await invalidate();
      },
    }),
  );
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
