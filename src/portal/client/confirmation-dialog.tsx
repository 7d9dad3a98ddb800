import { Dialog } from "../ui/overlays/dialog.tsx";
import EnrollDialog from "./identity/enroll-dialog.tsx";
import { OneTimeCodeForm } from "./identity/one-time-code-form.tsx";
import { SignInDialog } from "./identity/sign-in-dialog.tsx";
import type { StepUp } from "./identity/step-up.ts";
import { useSecondFactor } from "./identity/use-second-factor.ts";

interface ConfirmationDialogProps {
  stepUp: StepUp;
  onClose: (isCleared: boolean) => void;
}

export default function ConfirmationDialog({ stepUp, onClose }: ConfirmationDialogProps) {
  if (stepUp.reason === "sign_in") return <SignInDialog email={stepUp.email} onClose={onClose} />;
  if (stepUp.reason === "confirm") return <Confirm onClose={onClose} />;
  return <EnrollDialog reason="This change requires a second factor. It continues by itself after setup; what you entered is kept." onClose={onClose} />;
}

function Confirm({ onClose }: { onClose: (isCleared: boolean) => void }) {
  const { kind, setKind, verify, verifyPasskey } = useSecondFactor(() => onClose(true));
  return (
    <Dialog
      open
      onOpenChange={() => onClose(false)}
      width="sm"
      title="Confirm your identity"
      description="Enter your second factor again. The last confirmation was more than 10 minutes ago."
    >
      <OneTimeCodeForm kind={kind} onKindChange={setKind} onSubmit={verify} onPasskey={verifyPasskey} submit="Verify code" onCancel={() => onClose(false)} />
    </Dialog>
  );
}
