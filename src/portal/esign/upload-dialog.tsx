import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { esignEnumerations } from "../../areas/esign/enumerations.ts";
import { valuesOf } from "../../contract/enumeration.ts";
import { useConfirmed } from "../client/confirmation.tsx";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import type { PortalOutputs } from "../client/trpc.ts";
import { useUpload } from "../client/use-upload.ts";
import { nameValue } from "../exports/export-request.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { OneOfField, TextField } from "../ui/forms/fields.tsx";
import { FileField } from "../ui/forms/file-field.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { uploadDialog as t } from "./lazy-strings.ts";
import { maxFileBytes, useInvalidateTemplates, type Purpose, type Template } from "./views.ts";

const purposes = valuesOf(esignEnumerations.esignPurpose);

/** @returns why the file cannot be sent, before it is */
export function findFileFault(file: Pick<File, "size" | "type" | "name"> | null): string | null {
  if (file === null) return t.chooseFile;
  if (file.size > maxFileBytes) return t.tooLarge;
  return file.type === "application/pdf" || /\.pdf$/i.test(file.name) ? null : t.noPdf;
}

interface PdfFieldProps {
  error: string | undefined;
  onChange: (file: File | null) => void;
}

const PdfField = ({ error, onChange }: PdfFieldProps) => (
  <FileField
    label={t.file}
    hint={t.fileHint}
    error={error}
    required
    accept="application/pdf,.pdf"
    onChange={onChange}
  />
);

/** A new template begins with its file; the editor opens with it. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const upload = useUpload<PortalOutputs["esignTemplates"]["upload"]>("esignTemplates.upload");
  const confirmed = useConfirmed();
  const router = useRouter();
  const { href } = useOrganization();
  const invalidate = useInvalidateTemplates();
  const [file, setFile] = useState<File | null>(null);
  const [values, setValues] = useState({ name: "", purpose: "other" as Purpose });
  const { faults, rejection, validate, reject } = useFormErrors<"file" | "name">();
  const mutation = useMutation({
    mutationFn: (chosen: File) =>
      confirmed(() => upload(chosen, { name: values.name.trim(), purpose: values.purpose })),
    onSuccess: async ({ esignTemplate }) => {
      await invalidate();
      router.push(href(`/settings/e-signature/templates/${esignTemplate.id}`));
    },
    onError: reject,
  });
  const submit = () => {
    const fault = findFileFault(file);
    const found = {
      ...(fault !== null && { file: fault }),
      ...(values.name.trim() === "" && { name: t.enterName }),
    };
    if (validate(found) && file !== null) mutation.mutate(file);
  };
  return (
    <FormDialog
      title={t.upload}
      description={t.description}
      action={t.upload}
      busy={mutation.isPending || mutation.isSuccess}
      rejection={rejection}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <PdfField
        error={faults.file}
        onChange={(chosen) => {
          setFile(chosen);
          if (values.name === "" && chosen !== null) setValues({ ...values, name: chosen.name.replace(/\.pdf$/i, "") });
        }}
      />
      <TextField
        label={t.name}
        error={faults.name}
        required
        maxLength={200}
        autoComplete="off"
        value={values.name}
        onChange={(name) => setValues({ ...values, name })}
      />
      <OneOfField
        label={t.purpose}
        why="fields#purpose-of-a-document-to-sign"
        values={purposes}
        name={nameValue}
        value={values.purpose}
        onChange={(purpose) => setValues({ ...values, purpose })}
      />
    </FormDialog>
  );
}

/** Another file for a template: its fields stay where they are. */
export function ReplaceDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const upload = useUpload<PortalOutputs["esignTemplates"]["uploadFile"]>("esignTemplates.uploadFile");
  const confirmed = useConfirmed();
  const showToast = useToast();
  const invalidate = useInvalidateTemplates();
  const [file, setFile] = useState<File | null>(null);
  const { faults, rejection, validate, reject } = useFormErrors<"file">();
  const mutation = useMutation({
    mutationFn: (chosen: File) =>
      confirmed(() => upload(chosen, { esignTemplateId: template.id, expectedRevision: String(template.revision) })),
    onSuccess: async () => {
      await invalidate();
      showToast(t.wasReplaced);
      onClose();
    },
    onError: reject,
  });
  const submit = () => {
    const fault = findFileFault(file);
    if (validate(fault === null ? {} : { file: fault }) && file !== null) mutation.mutate(file);
  };
  return (
    <FormDialog
      title={t.replace}
      description={t.replaceDescription}
      action={t.replace}
      busy={mutation.isPending}
      rejection={rejection}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <PdfField error={faults.file} onChange={setFile} />
    </FormDialog>
  );
}
