import { useQueryClient } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod";
import { Invitation } from "../../areas/team/schema.ts";
import type { Permission, Role } from "../../contract/permissions.ts";
import { useConfirmed } from "../client/confirmation.tsx";
import { useTRPCClient } from "../client/trpc.ts";
import { usePortalForm } from "../client/forms/use-portal-form.ts";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { Field } from "../ui/forms/field.tsx";
import { TextInput } from "../ui/forms/text-input.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { PermissionFields } from "./permission-fields.tsx";
import { inviteDialog as t } from "./strings.ts";

interface Values {
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  isAttorney?: boolean | undefined;
  permissions?: Permission[] | undefined;
}

const given = (fault: string) => z.string().refine((text) => text.trim() !== "", fault);

// The operation's schema, preceded by messages for people.
const NewMember = Invitation.extend({
  firstName: given(t.enterFirstName).pipe(Invitation.shape.firstName),
  lastName: given(t.enterLastName).pipe(Invitation.shape.lastName),
  email: given(t.enterEmailAddress).pipe(Invitation.shape.email),
});

const nothing: Values = {
  firstName: "",
  lastName: "",
  email: "",
  role: "paralegal",
  isAttorney: false,
  permissions: [],
};

export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const client = useTRPCClient();
  const confirmed = useConfirmed();
  const queries = useQueryClient();
  const showToast = useToast();
  const { form, rejection, submit } = usePortalForm(NewMember, nothing);
  const send = submit(async (invitation) => {
    const { member } = await confirmed(() => client.members.create.mutate(invitation));
    void queries.invalidateQueries();
    showToast(t.wasInvited(member.firstName, member.lastName, member.email));
    onClose();
  });
  return (
    <FormDialog
      width="lg"
      title={t.inviteMember}
      description={t.inviteMemberDescription}
      action={t.sendInvitation}
      busy={form.formState.isSubmitting}
      rejection={rejection?.message}
      onSubmit={send}
      onClose={onClose}
    >
      <Texts form={form} />
      <Permissions form={form} />
    </FormDialog>
  );
}

type Form = UseFormReturn<Values, unknown, Invitation>;

function Texts({ form }: { form: Form }) {
  const { errors } = form.formState;
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t.firstName} error={errors.firstName?.message} required>
          {(control) => <TextInput {...control} {...form.register("firstName")} autoComplete="off" maxLength={100} />}
        </Field>
        <Field label={t.lastName} error={errors.lastName?.message} required>
          {(control) => <TextInput {...control} {...form.register("lastName")} autoComplete="off" maxLength={100} />}
        </Field>
      </div>
      <Field label={t.emailAddress} why="fields#name-and-email-address" error={errors.email?.message} required>
        {(control) => (
          <TextInput
            {...control}
            {...form.register("email")}
            type="email"
            inputMode="email"
            autoComplete="off"
            maxLength={254}
            spellCheck={false}
          />
        )}
      </Field>
    </>
  );
}

function Permissions({ form }: { form: Form }) {
  const [role, isAttorney, permissions] = form.watch(["role", "isAttorney", "permissions"]);
  const { errors } = form.formState;
  return (
    <PermissionFields
      standing={{ role, isAttorney: isAttorney ?? false, permissions: permissions ?? [] }}
      onChange={(standing) => {
        form.setValue("role", standing.role);
        form.setValue("isAttorney", standing.isAttorney);
        form.setValue("permissions", standing.permissions);
      }}
      errors={{ role: errors.role?.message, permissions: errors.permissions?.message }}
    />
  );
}
