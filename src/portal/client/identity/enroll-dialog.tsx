import { useCallback, useEffect, useRef, useState } from "react";
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

/**
 * Password, unless it was typed a moment ago → QR code and first code → recovery codes. The second factor is required
 * from the first code on.
 */
export default function EnrollDialog({ reason = "", onClose }: EnrollDialogProps) {
  const { prepared, needsPassword, prepare } = usePreparation();
  const [isVerified, setVerified] = useState(false);
  const cancel = () => onClose(false);
  if (prepared === null) {
    if (!needsPassword) return null;
    return (
      <Dialog
        open
        onOpenChange={cancel}
        width="sm"
        title={t.setUpSecondFactor}
        description={t.confirmPassword(reason).trim()}
      >
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
      <Dialog open onOpenChange={cancel} title={t.scanQrCode} description={t.scanQrCodeDescription(reason).trim()}>
        <Secret address={prepared.totpURI} />
        <OneTimeCodeForm kind="totp" onSubmit={verify} submit={t.verifyCode} onCancel={cancel} />
      </Dialog>
    );
  }
  return (
    <Dialog open onOpenChange={() => undefined} dismissible={false} title={t.yourRecoveryCodes}>
      <RecoveryCodes codes={prepared.backupCodes} onStored={() => onClose(true)} />
    </Dialog>
  );
}

/** The server says whether it needs the password. */
function usePreparation() {
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [needsPassword, setNeedsPassword] = useState(false);
  const wasTried = useRef(false);
  const prepare = useCallback(async (password?: string) => {
    setPrepared(await callIdentity<Prepared>("two-factor/enable", password === undefined ? {} : { password }));
  }, []);
  useEffect(() => {
    // Once: a second call would make the secret of the first one void.
    if (wasTried.current) return;
    wasTried.current = true;
    prepare().catch(() => setNeedsPassword(true));
  }, [prepare]);
  return { prepared, needsPassword, prepare };
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
