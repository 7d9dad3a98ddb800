import { Dialog } from "../ui/overlays/dialog.tsx";
import EnrollDialog from "./identity/enroll-dialog.tsx";
import { OneTimeCodeForm } from "./identity/one-time-code-form.tsx";
import { SignInDialog } from "./identity/sign-in-dialog.tsx";
import type { StepUp } from "./identity/step-up.ts";
import { useSecondFactor } from "./identity/use-second-factor.ts";
import { confirmationDialog as t } from "./lazy-strings.ts";

interface ConfirmationDialogProps {
  stepUp: StepUp;
  onClose: (isCleared: boolean) => void;
}

export default function ConfirmationDialog({ stepUp, onClose }: ConfirmationDialogProps) {
  if (stepUp.reason === "sign_in") return <SignInDialog email={stepUp.email} onClose={onClose} />;
  if (stepUp.reason === "confirm") return <Confirm onClose={onClose} />;
  return <EnrollDialog reason={t.thisChangeRequiresSecond} onClose={onClose} />;
}

function Confirm({ onClose }: { onClose: (isCleared: boolean) => void }) {
  const { kind, setKind, verify, verifyPasskey } = useSecondFactor(() => onClose(true));
  return (
    <Dialog
      open
      onOpenChange={() => onClose(false)}
      width="sm"
      title={t.confirmYourIdentity}
      description={t.confirmYourIdentityDescription}
    >
      <OneTimeCodeForm
        kind={kind}
        onKindChange={setKind}
        onSubmit={verify}
        onPasskey={verifyPasskey}
        submit={t.verifyCode}
        onCancel={() => onClose(false)}
      />
    </Dialog>
  );
}
