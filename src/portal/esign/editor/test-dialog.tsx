import { useState } from "react";
import type { FoundCase } from "../../client/case-search.tsx";
import { useFormErrors } from "../../client/forms/use-form-errors.ts";
import { useTRPC } from "../../client/trpc.ts";
import { useChange } from "../../client/use-change.ts";
import { useOrganization } from "../../shell/account-context.tsx";
import { TextLink } from "../../ui/link.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { TextField } from "../../ui/forms/fields.tsx";
import { TemplateCaseSearch } from "./template-case-search.tsx";
import { testDialog as t } from "../lazy-strings.ts";
import { useInvalidateRequests, type Template } from "../views.ts";

/** The keys of the values that a request gives itself. */
const listInputs = ({ fields }: Template) => [
  ...new Set(
    fields.flatMap(({ source }) => (source?.startsWith("input.") === true ? [source.slice("input.".length)] : [])),
  ),
];

/** Sends the template to oneself, in the place of every signer. */
export function TestDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const trpc = useTRPC();
  const { href } = useOrganization();
  const [chosen, setChosen] = useState<FoundCase | null>(null);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const inputs = listInputs(template);
  const { faults, rejection, validate, reject } = useFormErrors<string>();
  const send = useChange(trpc.esignTemplates.sendTest.mutationOptions(), {
    successMessage: ({ esignRequest }) =>
      t.wasSent((text) => <TextLink href={href(`/signatures?request=${esignRequest.id}`)}>{text}</TextLink>),
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateRequests(),
  });
  const submit = () => {
    if (!validate(chosen === null ? { case: t.chooseCase } : {}) || chosen === null) return;
    const input = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ""));
    send.mutate({ esignTemplateId: template.id, caseId: chosen.id, input });
  };
  return (
    <FormDialog
      title={t.title}
      description={t.description}
      action={t.send}
      busy={send.isPending}
      rejection={rejection}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <TemplateCaseSearch chosen={chosen} error={faults["case"]} onChoose={setChosen} />
      {inputs.map((key) => (
        <TextField
          key={key}
          label={t.inputOf(key)}
          why="fields#values-that-are-filled-in"
          optional
          maxLength={500}
          autoComplete="off"
          value={values[key] ?? ""}
          onChange={(text) => setValues({ ...values, [key]: text })}
        />
      ))}
    </FormDialog>
  );
}
