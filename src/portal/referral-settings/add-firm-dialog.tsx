import { useState } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { TextField } from "../ui/forms/fields.tsx";
import { FieldGroup } from "../ui/forms/field.tsx";
import { RadioCard } from "../ui/forms/radio-cards.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { orNone } from "../ui/forms/typed-text.ts";
import { ContactSearch, type FoundContact } from "./contact-search.tsx";
import { addFirmDialog as t } from "./lazy-strings.ts";
import type { PartnerFirm } from "./views.ts";

interface NewFirmValues {
  kind: PartnerFirm["kind"];
  networkCode: string;
  contact: FoundContact | null;
  name: string;
  attorneyName: string;
  email: string;
  phone: string;
}

const nothing: NewFirmValues = {
  kind: "network",
  networkCode: "",
  contact: null,
  name: "",
  attorneyName: "",
  email: "",
  phone: "",
};

const kinds = [
  { kind: "network", title: t.network, hint: t.networkHint },
  { kind: "external", title: t.external, hint: t.externalHint },
] as const;

const networkCode = /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{2}$/;
const readCode = (typed: string) => typed.trim().toUpperCase();

function findFaults(values: NewFirmValues): Record<string, string> {
  if (values.kind === "network")
    return networkCode.test(readCode(values.networkCode)) ? {} : { networkCode: t.enterCode };
  return values.name.trim() === "" ? { name: t.enterName } : {};
}

export function AddFirmDialog({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const [values, setValues] = useState(nothing);
  const change = (changed: Partial<NewFirmValues>) => setValues({ ...values, ...changed });
  const { faults, rejection, validate, reject } = useFormErrors<string>();
  const invalidate = useInvalidate((client) => [client.partnerFirms.pathFilter()]);
  const ending = {
    successMessage: ({ partnerFirm }: { partnerFirm: PartnerFirm }) => t.wasAdded(partnerFirm.name),
    onSuccess: onClose,
    onRejected: reject,
    invalidate,
  };
  const byCode = useChange(trpc.partnerFirms.add.mutationOptions(), ending);
  const external = useChange(trpc.partnerFirms.addExternal.mutationOptions(), ending);
  const submit = () => {
    if (!validate(findFaults(values))) return;
    if (values.kind === "network") return byCode.mutate({ networkCode: readCode(values.networkCode) });
    external.mutate({
      name: values.name.trim(),
      attorneyName: orNone(values.attorneyName),
      email: orNone(values.email),
      phone: orNone(values.phone),
      ...(values.contact !== null && { contactId: values.contact.id }),
    });
  };
  return (
    <FormDialog
      title={t.title}
      action={t.add}
      busy={byCode.isPending || external.isPending}
      rejection={rejection}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <FieldGroup legend={t.kind} why="fields#partner-firms">
        <div className="grid gap-2.5 sm:grid-cols-2">
          {kinds.map(({ kind, title, hint }) => (
            <RadioCard
              key={kind}
              name="kind"
              title={title}
              hint={hint}
              checked={values.kind === kind}
              onChange={() => change({ kind })}
            />
          ))}
        </div>
      </FieldGroup>
      {values.kind === "network" ? (
        <TextField
          label={t.code}
          hint={t.codeHint}
          error={faults["networkCode"]}
          required
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={20}
          value={values.networkCode}
          onChange={(text) => change({ networkCode: text })}
        />
      ) : (
        <ExternalFields values={values} faults={faults} onChange={change} />
      )}
    </FormDialog>
  );
}

interface ExternalFieldsProps {
  values: NewFirmValues;
  faults: Partial<Record<string, string>>;
  onChange: (changed: Partial<NewFirmValues>) => void;
}

function ExternalFields({ values, faults, onChange }: ExternalFieldsProps) {
  // The name of the contact, until somebody typed another.
  const choose = (contact: FoundContact | null) =>
    onChange({ contact, ...(contact !== null && values.name.trim() === "" && { name: contact.name }) });
  const text = (name: "name" | "attorneyName" | "email" | "phone", maxLength: number) => ({
    label: t[name],
    error: faults[name],
    autoComplete: "off",
    maxLength,
    value: values[name],
    onChange: (typed: string) => onChange({ [name]: typed }),
  });
  return (
    <>
      <ContactSearch chosen={values.contact} error={faults["contactId"]} onChoose={choose} />
      <TextField {...text("name", 200)} required />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...text("attorneyName", 200)} optional className="sm:col-span-2" />
        <TextField {...text("email", 254)} optional type="email" />
        <TextField {...text("phone", 50)} optional type="tel" />
      </div>
    </>
  );
}
