import { listFaults, usePlainForm } from "../forms/use-plain-form.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { PasswordInput } from "../../ui/forms/password-input.tsx";
import { passwordForm as t } from "../lazy-strings.ts";

interface PasswordFormProps {
  submit: string;
  danger?: boolean;
  /** For password managers, where nobody is signed in. */
  email?: string;
  onSubmit: (password: string) => Promise<unknown>;
  onCancel: () => void;
}

export function PasswordForm({ submit, danger = false, email, onSubmit, onCancel }: PasswordFormProps) {
  const form = usePlainForm(
    ({ password = "" }) => listFaults({ password: password === "" ? t.enterYourPassword : undefined }),
    ({ password = "" }) => onSubmit(password),
  );
  return (
    <form method="post" onSubmit={form.onSubmit} noValidate className="grid gap-5">
      {form.rejection !== undefined && (
        <Banner tone="danger" live>
          {form.rejection}
        </Banner>
      )}
      {email !== undefined && (
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      )}
      <Field label={t.yourPassword} why="fields#confirmation" error={form.errors["password"]} required>
        {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
      </Field>
      <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
        <Button onClick={onCancel}>{t.cancel}</Button>
        <Button type="submit" variant={danger ? "danger" : "primary"} busy={form.isBusy}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
