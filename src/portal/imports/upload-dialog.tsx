import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useConfirmed } from "../client/confirmation.tsx";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import type { PortalOutputs } from "../client/trpc.ts";
import { useUpload } from "../client/use-upload.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { ProgressBar } from "../ui/feedback/progress.tsx";
import { ChoiceField } from "../ui/forms/fields.tsx";
import { FileField } from "../ui/forms/file-field.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { uploadDialog as t } from "./lazy-strings.ts";
import { kindLabels, kinds, maxFileBytes, useInvalidateImports, type ImportKind } from "./views.ts";

/** A new import begins with its file; its screen opens with it. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const upload = useUpload<PortalOutputs["imports"]["upload"]>("imports.upload");
  const confirmed = useConfirmed();
  const router = useRouter();
  const { href } = useOrganization();
  const invalidate = useInvalidateImports();
  const [file, setFile] = useState<File | null>(null);
  const [kind, setKind] = useState<ImportKind | null>(null);
  const { faults, rejection, validate, reject } = useFormErrors<"file">();
  const mutation = useMutation({
    mutationFn: (chosen: File) => confirmed(() => upload(chosen, kind === null ? {} : { kind })),
    onSuccess: async ({ import: sent }) => {
      await invalidate();
      router.push(href(`/settings/imports/${sent.id}`));
    },
    onError: reject,
  });
  const submit = () => {
    const fault = findFileFault(file);
    if (validate(fault === null ? {} : { file: fault }) && file !== null) mutation.mutate(file);
  };
  return (
    <FormDialog
      title={t.title}
      description={t.description}
      action={t.action}
      busy={mutation.isPending || mutation.isSuccess}
      rejection={rejection}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <FileField
        label={t.file}
        hint={t.fileHint}
        error={faults.file}
        required
        accept=".csv,.txt,.tsv,.xlsx,.xlsm,.xls,.ods,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChange={setFile}
      />
      <ChoiceField
        label={t.kind}
        why="fields#records-of-an-import"
        none={t.detect}
        values={kinds}
        name={(each) => kindLabels[each]}
        value={kind}
        onChange={setKind}
      />
      {mutation.isPending && <ProgressBar label={t.title} />}
    </FormDialog>
  );
}

/** @returns why the file cannot be sent, before it is */
function findFileFault(file: Pick<File, "size"> | null): string | null {
  if (file === null) return t.chooseFile;
  return file.size > maxFileBytes ? t.tooLarge : null;
}
