import { useState } from "react";
import { callIdentity } from "./call-identity.ts";
import { OneTimeCodeForm } from "./one-time-code-form.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import { PasswordForm } from "./password-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

interface Prepared {
  totpURI: string;
  backupCodes: string[];
}

interface EnrollDialogProps {
  /** Why the person is asked now. */
  reason?: string;
  onClose: (isEnrolled: boolean) => void;
}

/** Password → QR code and first code → recovery codes. The second factor is required from the first code on. */
export default function EnrollDialog({ reason = "", onClose }: EnrollDialogProps) {
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [isVerified, setVerified] = useState(false);
  const cancel = () => onClose(false);
  if (prepared === null) {
    const prepare = async (password: string) => setPrepared(await callIdentity<Prepared>("two-factor/enable", { password }));
    return (
      <Dialog open onOpenChange={cancel} width="sm" title="Set up a second factor" description={`${reason} Step 1 of 3. Confirm your password.`.trim()}>
        <PasswordForm submit="Continue" onSubmit={prepare} onCancel={cancel} />
      </Dialog>
    );
  }
  if (!isVerified) {
    const verify = async (code: string) => {
      await callIdentity("two-factor/verify-totp", { code });
      setVerified(true);
    };
    return (
      <Dialog open onOpenChange={cancel} title="Scan the QR code" description="Step 2 of 3. Use any authenticator app.">
        <Secret address={prepared.totpURI} />
        <OneTimeCodeForm kind="totp" onSubmit={verify} submit="Verify code" onCancel={cancel} />
      </Dialog>
    );
  }
  return (
    <Dialog open onOpenChange={() => undefined} dismissible={false} title="Your recovery codes" description="Step 3 of 3.">
      <RecoveryCodes codes={prepared.backupCodes} onStored={() => onClose(true)} />
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
