"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callIdentity } from "../client/call-identity.ts";
import { OneTimeCodeForm } from "../client/one-time-code-form.tsx";
import { useTRPC } from "../client/trpc.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { QrCode } from "../ui/qr-code.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { PasswordForm } from "./password-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

interface Prepared {
  totpURI: string;
  backupCodes: string[];
}

/** Password → QR code and first code → recovery codes. The second factor is required from the first code on. */
export default function EnableSecondFactor({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [isVerified, setVerified] = useState(false);
  const finish = async () => {
    onClose();
    showToast("Second factor set up.");
    await queryClient.invalidateQueries({ queryKey: trpc.account.pathKey() });
  };
  if (prepared === null) {
    const prepare = async (password: string) => setPrepared(await callIdentity<Prepared>("two-factor/enable", { password }));
    return (
      <Dialog open onOpenChange={onClose} width="sm" title="Set up a second factor" description="Step 1 of 3. Confirm your password.">
        <PasswordForm submit="Continue" onSubmit={prepare} onCancel={onClose} />
      </Dialog>
    );
  }
  if (!isVerified) {
    const verify = async (code: string) => {
      await callIdentity("two-factor/verify-totp", { code });
      setVerified(true);
    };
    return (
      <Dialog open onOpenChange={onClose} title="Scan the QR code" description="Step 2 of 3. Use any authenticator app.">
        <Secret address={prepared.totpURI} />
        <OneTimeCodeForm kind="totp" onSubmit={verify} submit="Verify code" onCancel={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog open onOpenChange={() => undefined} dismissible={false} title="Your recovery codes" description="Step 3 of 3.">
      <RecoveryCodes codes={prepared.backupCodes} onStored={() => void finish()} />
    </Dialog>
  );
}

function Secret({ address }: { address: string }) {
  const secret = new URL(address).searchParams.get("secret") ?? "";
  return (
    <div className="mb-6 flex flex-wrap items-center gap-6">
      <QrCode text={address} label="QR code with the secret of your second factor" />
      <div className="min-w-0 flex-1 basis-52 text-sm">
        <p className="text-muted">Cannot scan? Enter this secret in the app:</p>
        <p className="mt-2 font-mono wrap-anywhere">{secret.match(/.{1,4}/g)?.join(" ")}</p>
        <CopyButton text={secret} what="secret" className="mt-3" />
      </div>
    </div>
  );
}
