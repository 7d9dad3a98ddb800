import type { AccountPasskey } from "../../areas/account/schema.ts";
import { callIdentity } from "../client/identity/call-identity.ts";
import { useConfirmed } from "../client/confirmation.tsx";
import { addPasskey } from "../client/identity/passkeys.ts";
import { listFaults, usePlainForm } from "../client/forms/use-plain-form.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { Button } from "../ui/button.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { Field } from "../ui/forms/field.tsx";
import { TextInput } from "../ui/forms/text-input.tsx";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { nameDevice } from "./name-device.ts";
import { passkeyDialog as t } from "./strings.ts";

/** Adds a passkey, or renames the given one. */
export default function PasskeyDialog({ passkey, onClose }: { passkey: AccountPasskey | null; onClose: () => void }) {
  const invalidate = useInvalidate((trpc) => [trpc.account.listPasskeys.pathFilter()]);
  const confirmed = useConfirmed();
  const showToast = useToast();
  const form = usePlainForm(
    ({ name = "" }) => listFaults({ name: name.trim() === "" ? t.enterName : undefined }),
    async ({ name = "" }) => {
      await (passkey === null
        ? confirmed(() => addPasskey(name.trim()))
        : callIdentity("passkey/rename", { id: passkey.id, name: name.trim() }));
      onClose();
      showToast(passkey === null ? t.passkeyAdded : t.passkeyRenamed);
      await invalidate();
    },
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="sm"
      title={passkey === null ? t.addPasskey : t.renamePasskey}
      {...(passkey === null && { description: t.yourBrowserAsks })}
    >
      <form method="post" onSubmit={form.onSubmit} noValidate className="grid gap-5">
        {form.rejection !== undefined && (
          <Banner tone="danger" live>
            {form.rejection}
          </Banner>
        )}
        <Field label={t.name} why="fields#name-of-a-passkey" hint={t.nameHint} error={form.errors["name"]} required>
          {(control) => (
            <TextInput
              {...control}
              name="name"
              defaultValue={passkey?.name ?? nameDevice(navigator.userAgent).name}
              maxLength={60}
            />
          )}
        </Field>
        <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" variant="primary" busy={form.isBusy}>
            {passkey === null ? t.continue : t.saveName}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
