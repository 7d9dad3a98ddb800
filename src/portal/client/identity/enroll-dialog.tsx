import { useState } from "react";
import { callIdentity } from "./call-identity.ts";
import { OneTimeCodeForm } from "./one-time-code-form.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import { enrollDialog as t } from "../lazy-strings.ts";
import { PasswordForm } from "./password-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

interface Prepared {
  totpURI: string;
  backupCodes: string[];
}

interface EnrollDialogProps {
  /** Why the person is prompted now. */
  reason?: string;
  onClose: (isEnrolled: boolean) => void;
}

/** Password → QR code and first code → recovery codes. The second factor is required from the first code on. */
export default function EnrollDialog({ reason = "", onClose }: EnrollDialogProps) {
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [isVerified, setVerified] = useState(false);
  const cancel = () => onClose(false);
  if (prepared === null) {
    const prepare = async (password: string) =>
      setPrepared(await callIdentity<Prepared>("two-factor/enable", { password }));
    return (
      <Dialog open onOpenChange={cancel} width="sm" title={t.setUpSecondFactor} description={t.step1Of3(reason).trim()}>
        <PasswordForm submit={t.continue} onSubmit={prepare} onCancel={cancel} />
      </Dialog>
    );
  }
  if (!isVerified) {
    const verify = async (code: string) => {
      await callIdentity("two-factor/verify-totp", { code });
      setVerified(true);
    };
    return (
      <Dialog open onOpenChange={cancel} title={t.scanQrCode} description={t.scanQrCodeDescription}>
        <Secret address={prepared.totpURI} />
        <OneTimeCodeForm kind="totp" onSubmit={verify} submit={t.verifyCode} onCancel={cancel} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={() => undefined}
      dismissible={false}
      title={t.yourRecoveryCodes}
      description={t.step3Of3}
    >
      <RecoveryCodes codes={prepared.backupCodes} onStored={() => onClose(true)} />
    </Dialog>
  );
}

function Secret({ address }: { address: string }) {
  const secret = new URL(address).searchParams.get("secret") ?? "";
  return (
    <div className="mb-6 flex flex-wrap items-center gap-6">
      <QrCode text={address} label={t.qrCodeWithSecret} />
      <div className="min-w-0 flex-1 basis-52 text-sm">
        <p className="text-muted">{t.cannotScan}</p>
        <p className="mt-2 font-mono wrap-anywhere">{secret.match(/.{1,4}/g)?.join(" ")}</p>
        <CopyButton text={secret} what={t.secret} className="mt-3" />
      </div>
    </div>
  );
}
