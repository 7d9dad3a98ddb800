"use client";

import { useQueryClient } from "@tanstack/react-query";
import { callIdentity } from "../client/call-identity.ts";
import { useConfirmed } from "../client/confirmation.tsx";
import { useTRPC } from "../client/trpc.ts";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { PasswordForm } from "./password-form.tsx";

/** Takes the second factor away; with it goes everything that needs one. */
export default function DisableSecondFactor({ onClose }: { onClose: () => void }) {
  const confirmed = useConfirmed();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const tell = useToast();
  const disable = async (password: string) => {
    await confirmed(() => callIdentity("two-factor/disable", { password }));
    onClose();
    tell("The second factor is off.");
    await queryClient.invalidateQueries({ queryKey: trpc.account.pathKey() });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="sm"
      title="Turn off the second factor?"
      description="Your password alone will open your account, and you can neither create nor change keys until you set up a new one."
    >
      <PasswordForm submit="Turn it off" danger onSubmit={disable} onCancel={onClose} />
    </Dialog>
  );
}
