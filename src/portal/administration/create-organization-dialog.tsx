import { useState } from "react";
import { useTRPC } from "../client/trpc.ts";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useChange } from "../client/use-change.ts";
import { Field } from "../ui/forms/field.tsx";
import { TextInput } from "../ui/forms/text-input.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { PlacementFields, type Placement } from "./placement-fields.tsx";
import { createOrganizationDialog as t } from "./strings.ts";
import { useInvalidateOrganizations } from "./use-invalidate-organizations.ts";
import type { OrganizationView } from "./views.ts";

/** By the path of the field in the request. */
type Typed = Record<"name" | "slug" | "owner.firstName" | "owner.lastName" | "owner.email", string>;

const nothing: Typed = { name: "", slug: "", "owner.firstName": "", "owner.lastName": "", "owner.email": "" };

const missing: Partial<Typed> & { note: string } = t.missing;

export function CreateOrganizationDialog({
  organizations,
  onClose,
}: {
  organizations: readonly OrganizationView[];
  onClose: () => void;
}) {
  const trpc = useTRPC();
  const [typed, setTyped] = useState(nothing);
  const [placement, setPlacement] = useState<Placement>({
    parentOrganizationId: null,
    isHeadquarters: false,
    timezone: "America/New_York",
    note: "",
  });
  const { faults, rejection, validate, reject } = useFormErrors<keyof Typed | keyof Placement>();
  const mutation = useChange(trpc.administration.createOrganization.mutationOptions(), {
    successMessage: () => t.wasCreated(typed.name.trim(), typed["owner.email"].trim()),
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateOrganizations(),
  });
  const submit = () => {
    const given: Record<string, string> = { ...typed, note: placement.note };
    if (!validate(Object.fromEntries(Object.entries(missing).filter(([field]) => given[field]?.trim() === "")))) return;
    const owner = {
      firstName: typed["owner.firstName"].trim(),
      lastName: typed["owner.lastName"].trim(),
      email: typed["owner.email"].trim(),
    };
    mutation.mutate({
      ...placement,
      note: placement.note.trim(),
      name: typed.name.trim(),
      ...(typed.slug.trim() !== "" && { slug: typed.slug.trim() }),
      owner,
    });
  };
  return (
    <FormDialog
      title={t.title}
      description={t.description}
      action={t.createOrganization}
      busy={mutation.isPending}
      rejection={rejection}
      rejectionTitle={t.notCreated}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <IdentityFields typed={typed} change={setTyped} faults={faults} />
      <PlacementFields
        values={placement}
        change={(changes) => setPlacement({ ...placement, ...changes })}
        faults={faults}
        organizations={organizations}
        organizationId={null}
      />
    </FormDialog>
  );
}

interface IdentityFieldsProps {
  typed: Typed;
  change: (typed: Typed) => void;
  faults: Partial<Typed>;
}

/** What the organization is called, and who owns it. */
function IdentityFields({ typed, change, faults }: IdentityFieldsProps) {
  const control = (field: keyof Typed) => ({
    name: field,
    autoComplete: "off",
    value: typed[field],
    onChange: (event: { target: { value: string } }) => change({ ...typed, [field]: event.target.value }),
  });
  return (
    <>
      <Field label={t.name} why="fields#name-of-the-organization" error={faults.name} required>
        {(field) => <TextInput {...field} {...control("name")} maxLength={200} />}
      </Field>
      <Field label={t.slug} why="fields#name-of-the-organization" hint={t.slugHint} error={faults.slug} optional>
        {(field) => (
          <TextInput {...field} {...control("slug")} maxLength={63} spellCheck={false} autoCapitalize="none" />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t.ownersFirstName} error={faults["owner.firstName"]} required>
          {(field) => <TextInput {...field} {...control("owner.firstName")} maxLength={100} />}
        </Field>
        <Field label={t.ownersLastName} error={faults["owner.lastName"]} required>
          {(field) => <TextInput {...field} {...control("owner.lastName")} maxLength={100} />}
        </Field>
      </div>
      <Field label={t.ownersEmailAddress} why="fields#owner-of-an-organization" error={faults["owner.email"]} required>
        {(field) => (
          <TextInput
            {...field}
            {...control("owner.email")}
            type="email"
            inputMode="email"
            maxLength={254}
            spellCheck={false}
          />
        )}
      </Field>
    </>
  );
}
