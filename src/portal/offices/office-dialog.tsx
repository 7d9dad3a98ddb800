import { useState } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC, type PortalInputs } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { ContactFields } from "../organization/contact-fields.tsx";
import { faultOf, readContacts, splitList, toContacts } from "../organization/contact-values.ts";
import { Switch } from "../ui/forms/switch.tsx";
import { TextField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { officeDialog as t } from "./lazy-strings.ts";
import type { Office } from "./views.ts";

type Jurisdictions = NonNullable<PortalInputs["offices"]["create"]["jurisdictions"]>;

const nothing = { name: "", phone: null, fax: null, address: null, jurisdictions: [] as string[], isPrimary: false };

export function OfficeDialog({ office, onClose }: { office: Office | null; onClose: () => void }) {
  const trpc = useTRPC();
  const start = office ?? nothing;
  const [values, setValues] = useState({
    ...readContacts(start),
    name: start.name,
    jurisdictions: start.jurisdictions.join(", "),
    isPrimary: start.isPrimary,
  });
  const change = (changed: Partial<typeof values>) => setValues({ ...values, ...changed });
  const { faults, rejection, validate, reject } = useFormErrors<string>();
  const invalidate = useInvalidate((client) => [client.offices.pathFilter()]);
  const ending = {
    successMessage: () => t.wasSaved(values.name.trim()),
    onSuccess: onClose,
    onRejected: reject,
    invalidate,
  };
  const creation = useChange(trpc.offices.create.mutationOptions(), ending);
  const update = useChange(trpc.offices.update.mutationOptions(), ending);
  const submit = () => {
    if (!validate(values.name.trim() === "" ? { name: t.enterName } : {})) return;
    const sent = {
      ...toContacts(values),
      name: values.name.trim(),
      jurisdictions: splitList(values.jurisdictions.toUpperCase()) as Jurisdictions,
      ...(values.isPrimary && { isPrimary: true }),
    };
    if (office === null) creation.mutate(sent);
    else update.mutate({ officeId: office.id, ...sent });
  };
  return (
    <FormDialog
      title={office === null ? t.createOffice : t.editOffice}
      action={office === null ? t.createOffice : t.saveOffice}
      busy={creation.isPending || update.isPending}
      rejection={rejection}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t.name}
        why="fields#offices"
        error={faults["name"]}
        required
        autoComplete="off"
        maxLength={200}
        value={values.name}
        onChange={(text) => change({ name: text })}
      />
      <ContactFields values={values} onChange={change} faults={faults} />
      <TextField
        label={t.jurisdictions}
        hint={t.jurisdictionsHint}
        error={faultOf(faults, "jurisdictions")}
        optional
        autoComplete="off"
        value={values.jurisdictions}
        onChange={(text) => change({ jurisdictions: text })}
      />
      {office?.isPrimary !== true && (
        <Switch
          label={t.isPrimary}
          checked={values.isPrimary}
          onChange={({ target }) => change({ isPrimary: target.checked })}
        />
      )}
    </FormDialog>
  );
}
