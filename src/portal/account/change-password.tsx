import { useRef } from "react";
import { callIdentity } from "../client/identity/call-identity.ts";
import { validateNewPassword, validateRepetition, listFaults, usePlainForm } from "../client/forms/use-plain-form.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { Banner } from "../ui/feedback/banner.tsx";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { Field } from "../ui/forms/field.tsx";
import { PasswordInput } from "../ui/forms/password-input.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { changePassword as t } from "./strings.ts";

export function ChangePassword() {
  const showToast = useToast();
  const invalidate = useInvalidate((trpc) => [trpc.account.pathFilter()]);
  const element = useRef<HTMLFormElement>(null);
  const form = usePlainForm(
    ({ currentPassword = "", newPassword = "", repeated = "" }) =>
      listFaults({
        currentPassword: currentPassword === "" ? t.enterYourCurrentPassword : undefined,
        newPassword: validateNewPassword(newPassword),
        repeated: validateRepetition(newPassword, repeated),
      }),
    async ({ currentPassword = "", newPassword = "" }) => {
      await callIdentity("change-password", { currentPassword, newPassword });
      element.current?.reset();
      showToast(t.passwordChanged);
      await invalidate();
    },
  );
  return (
    <SectionCard title={t.password} description={t.passwordDescription}>
      <form ref={element} method="post" onSubmit={form.onSubmit} noValidate className="grid max-w-md gap-5">
        {form.rejection !== undefined && (
          <Banner tone="danger" live>
            {form.rejection}
          </Banner>
        )}
        <Field label={t.currentPassword} error={form.errors["currentPassword"]} required>
          {(control) => <PasswordInput {...control} name="currentPassword" autoComplete="current-password" />}
        </Field>
        <Field
          label={t.newPassword}
          why="fields#password"
          hint={t.newPasswordHint}
          error={form.errors["newPassword"]}
          required
        >
          {(control) => <PasswordInput {...control} name="newPassword" autoComplete="new-password" />}
        </Field>
        <Field label={t.confirmNewPassword} error={form.errors["repeated"]} required>
          {(control) => <PasswordInput {...control} name="repeated" autoComplete="new-password" />}
        </Field>
        <Button type="submit" variant="primary" busy={form.isBusy} className="justify-self-start">
          {t.changePassword}
        </Button>
      </form>
    </SectionCard>
  );
}
